package io.onlyonce.benchmarks.design;

import java.sql.Connection;

/** The business transaction alone: a second request pays a second time. What the others are compared with. */
final class Bare implements Design {
    private final Node node;

    Bare(Node node) {
        this.node = node;
    }

    @Override
    public String pay(Payment payment) throws Exception {
        try (Connection connection = node.pool().getConnection()) {
            String answer = node.business().pay(connection, payment);
            connection.commit();
            return answer;
        }
    }
}
