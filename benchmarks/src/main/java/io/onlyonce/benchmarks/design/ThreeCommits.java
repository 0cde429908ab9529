package io.onlyonce.benchmarks.design;

import io.onlyonce.benchmarks.database.Server;
import java.sql.Connection;
import java.util.Optional;

/** Claims, pays and writes the answer in a transaction each, as most libraries do; a copy looks again and again whether there is an answer. */
final class ThreeCommits implements Design {
    private static final int POLL_MILLIS = 10;

    private final Node node;
    private final HandWrittenTable records;
    private final boolean autoCommit;

    ThreeCommits(Node node, String table) {
        this.node = node;
        this.records = new HandWrittenTable(node.login().server(), table);
        this.autoCommit = node.login().server() == Server.POSTGRESQL; // on MariaDB to switch is a statement of its own
    }

    @Override
    public String pay(Payment payment) throws Exception {
        try (Connection connection = node.pool().getConnection()) {
            if (alone(connection, () -> records.claim(connection, payment))) {
                String answer = node.business().pay(connection, payment);
                connection.commit();
                return alone(connection, () -> {
                    records.complete(connection, payment, answer);
                    return answer;
                });
            }
        }
        return await(payment);
    }

    private interface Step<R> {
        R take() throws Exception;
    }

    /** One statement as a transaction of its own. */
    private <R> R alone(Connection connection, Step<R> step) throws Exception {
        connection.setAutoCommit(autoCommit);
        R result = step.take();
        if (autoCommit) {
            connection.setAutoCommit(false);
        } else {
            connection.commit();
        }
        return result;
    }

    private String await(Payment payment) throws Exception {
        for (Optional<String> answer = look(payment); ; answer = look(payment)) {
            if (answer.isPresent()) {
                return answer.get();
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private Optional<String> look(Payment payment) throws Exception {
        try (Connection connection = node.pool().getConnection()) {
            return alone(connection, () -> Optional.ofNullable(records.find(connection, payment)));
        }
    }
}
