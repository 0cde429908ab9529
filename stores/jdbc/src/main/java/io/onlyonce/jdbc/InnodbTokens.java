package io.onlyonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * MariaDB and MySQL. At REPEATABLE READ a refused attempt locks the gap in which its token would be, until its transaction ends; at READ COMMITTED it locks
 * nothing. Instants are bound as microseconds, which no driver's time zone can touch.
 */
record InnodbTokens(RecordSql values) implements TokenSql {
    private static final String ISSUE = """
            INSERT INTO onlyonce_token (id, purpose, subject, target, uses_left, issued_at, expires_at)
            VALUES (?, ?, ?, ?, ?, UTC_TIMESTAMP(6), TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)))
            """;

    private static final String EXPIRY = """
            SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', expires_at) FROM onlyonce_token WHERE id = ?
            """;

    private static final String CONSUME = """
            UPDATE onlyonce_token SET uses_left = uses_left - 1, used_at = UTC_TIMESTAMP(6)
            WHERE id = ? AND uses_left > 0 AND expires_at > UTC_TIMESTAMP(6)
            """;

    private static final String MARK = """
            INSERT INTO onlyonce_used_mark (id, expires_at) VALUES (?, TIMESTAMPADD(MICROSECOND, ?, '1970-01-01'))
            """;

    private static final String EXPIRED_TOKENS = """
            SELECT id, expires_at FROM onlyonce_token
            WHERE expires_at >= ? AND expires_at <= UTC_TIMESTAMP(6)
            ORDER BY expires_at
            LIMIT ?
            FOR UPDATE SKIP LOCKED
            """;

    private static final String DELETE_TOKEN = """
            DELETE FROM onlyonce_token WHERE id = ?
            """;

    private static final String EXPIRED_MARKS = """
            SELECT id, expires_at FROM onlyonce_used_mark
            WHERE expires_at >= ? AND expires_at <= UTC_TIMESTAMP(6)
            ORDER BY expires_at
            LIMIT ?
            FOR UPDATE SKIP LOCKED
            """;

    private static final String DELETE_MARK = """
            DELETE FROM onlyonce_used_mark WHERE id = ?
            """;

    @Override
    public String issue() {
        return ISSUE;
    }

    @Override
    public String expiry() {
        return EXPIRY;
    }

    @Override
    public String consume() {
        return CONSUME;
    }

    @Override
    public boolean mark(Connection connection, byte[] id, Instant until) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(MARK)) {
            statement.setBytes(1, id);
            statement.setLong(2, ChronoUnit.MICROS.between(Instant.EPOCH, until));
            return InnodbRecords.inserted(statement);
        }
    }

    @Override
    public PurgedBatch<Instant> purgeTokens(Connection connection, @Nullable Instant from, int limit)
            throws SQLException {
        return InnodbRecords.purge(connection, EXPIRED_TOKENS, DELETE_TOKEN, from, limit);
    }

    @Override
    public PurgedBatch<Instant> purgeMarks(Connection connection, @Nullable Instant from, int limit)
            throws SQLException {
        return InnodbRecords.purge(connection, EXPIRED_MARKS, DELETE_MARK, from, limit);
    }
}
