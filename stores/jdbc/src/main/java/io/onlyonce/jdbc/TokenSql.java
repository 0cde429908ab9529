package io.onlyonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

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
     * Deletes expired tokens, oldest first, and commits, passing by those that others hold.
     *
     * @param connection in auto-commit, at READ COMMITTED
     * @param from passes by what expired before, and by what is left of it in the index; null = begins at the beginning
     */
    PurgedBatch<Instant> purgeTokens(Connection connection, @Nullable Instant from, int limit) throws SQLException;

    /** The same for marks. */
    PurgedBatch<Instant> purgeMarks(Connection connection, @Nullable Instant from, int limit) throws SQLException;

    /** How this database takes texts and durations. */
    RecordSql values();
}
