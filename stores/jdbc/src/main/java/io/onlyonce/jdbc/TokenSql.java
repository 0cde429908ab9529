package io.onlyonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;

/** The statements on {@code onlyonce_token} and {@code onlyonce_used_mark} in one database's words, each whole. */
interface TokenSql {
    /** Inserts a token: id, purpose, subject, target, uses, lifetime. */
    String issue();

    /** When a token expires, in microseconds since 1970: id. */
    String expiry();

    /** Takes one use from a token that has one and has not expired: id. */
    String consume();

    /**
     * Inserts a mark, waiting for a transaction that has set the same.
     *
     * @return false if it is there
     */
    boolean mark(Connection connection, byte[] id, Instant until) throws SQLException;

    /**
     * Deletes expired tokens and marks and commits, passing by those that others hold.
     *
     * @param connection in auto-commit, at READ COMMITTED
     * @return how many
     */
    int purgeExpired(Connection connection, int limit) throws SQLException;

    /** How this database takes texts and durations. */
    RecordSql values();

    /** Executes a purge of one table whose only parameter is the limit. */
    static int purge(Connection connection, String sql, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, limit);
            return statement.executeUpdate();
        }
    }
}
