package io.onlyonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** The caller's transaction as a store takes part in it. */
final class TransactionConnection {
    private TransactionConnection() {}

    /** The transaction's connection; one that commits each statement is no transaction. */
    static Connection of(ConnectionSource transactions) throws SQLException {
        Connection connection = transactions.connection();
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(JdbcTexts.autoCommit());
        }
        return connection;
    }
}
