package io.onlyonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** H2, in any compatibility mode. */
record H2Tokens(RecordSql values) implements TokenSql {
    private static final String ISSUE = """
            INSERT INTO onlyonce_token (id, purpose, subject, target, uses_left, issued_at, expires_at)
            VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP, ?)
            """;

    private static final String EXPIRY = """
            SELECT DATEDIFF(MICROSECOND, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z', expires_at)
            FROM onlyonce_token
            WHERE id = ?
            """;

    private static final String CONSUME = """
            UPDATE onlyonce_token SET uses_left = uses_left - 1, used_at = CURRENT_TIMESTAMP
            WHERE id = ? AND uses_left > 0 AND expires_at > CURRENT_TIMESTAMP
            """;

    private static final String MARK = """
            INSERT INTO onlyonce_used_mark (id, expires_at) VALUES (?, ?)
            """;

    private static final String PURGE_TOKENS = """
            DELETE FROM onlyonce_token WHERE id IN (
                SELECT id FROM onlyonce_token
                WHERE expires_at <= CURRENT_TIMESTAMP
                FETCH FIRST ? ROWS ONLY
                FOR UPDATE SKIP LOCKED)
            """;

    private static final String PURGE_MARKS = """
            DELETE FROM onlyonce_used_mark WHERE id IN (
                SELECT id FROM onlyonce_used_mark
                WHERE expires_at <= CURRENT_TIMESTAMP
                FETCH FIRST ? ROWS ONLY
                FOR UPDATE SKIP LOCKED)
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
            statement.setObject(2, until.atOffset(ZoneOffset.UTC));
            return H2Records.inserted(statement);
        }
    }

    @Override
    public PurgedBatch<Instant> purgeTokens(Connection connection, @Nullable Instant from, int limit)
            throws SQLException {
        return H2Records.purge(connection, PURGE_TOKENS, limit);
    }

    @Override
    public PurgedBatch<Instant> purgeMarks(Connection connection, @Nullable Instant from, int limit)
            throws SQLException {
        return H2Records.purge(connection, PURGE_MARKS, limit);
    }
}
