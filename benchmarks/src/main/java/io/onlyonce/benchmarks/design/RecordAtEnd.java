package io.onlyonce.benchmarks.design;

import java.sql.Connection;

/** Pays, writes key and answer, commits: a copy pays as well, then finds the key taken and undoes it. */
final class RecordAtEnd implements Design {
    private final Node node;
    private final HandWrittenTable records;
    private final boolean merged;

    /**
     * @param merged whether the insert and the commit go in one exchange
     */
    RecordAtEnd(Node node, String table, boolean merged) {
        this.node = node;
        this.records = new HandWrittenTable(node.login().server(), table);
        this.merged = merged;
    }

    @Override
    public String pay(Payment payment) throws Exception {
        try (Connection connection = node.pool().getConnection()) {
            String answer = node.business().pay(connection, payment);
            boolean first = merged
                    ? records.insertAndCommit(connection, payment, answer)
                    : records.insert(connection, payment, answer);
            if (first) {
                connection.commit();
                return answer;
            }
            connection.rollback();
            String before = records.standing(connection, payment);
            connection.rollback();
            return before;
        }
    }
}
