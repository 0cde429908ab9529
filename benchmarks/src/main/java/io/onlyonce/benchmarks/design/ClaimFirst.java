package io.onlyonce.benchmarks.design;

import java.sql.Connection;

/** Claims the key, pays, writes the answer, commits: a copy waits in the database until the first one has committed. */
final class ClaimFirst implements Design {
    private final Node node;
    private final HandWrittenTable records;
    private final boolean merged;

    /**
     * @param merged whether the last update and the commit go in one exchange
     */
    ClaimFirst(Node node, String table, boolean merged) {
        this.node = node;
        this.records = new HandWrittenTable(node.login().server(), table);
        this.merged = merged;
    }

    @Override
    public String pay(Payment payment) throws Exception {
        try (Connection connection = node.pool().getConnection()) {
            if (!records.claim(connection, payment)) {
                connection.rollback(); // on MariaDB the lock of the duplicate as well
                String answer = records.standing(connection, payment);
                connection.rollback();
                return answer;
            }
            String answer = node.business().pay(connection, payment);
            if (merged) {
                records.completeAndCommit(connection, payment, answer);
            } else {
                records.complete(connection, payment, answer);
            }
            connection.commit();
            return answer;
        }
    }
}
