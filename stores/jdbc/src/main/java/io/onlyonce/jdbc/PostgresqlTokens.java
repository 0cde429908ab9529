package io.onlyonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** PostgreSQL. A mark that is there must not raise an error, because an error ends the transaction: the conflict clause makes it a row count of 0. */
record PostgresqlTokens(RecordSql values) implements TokenSql {
    private static final String ISSUE = """
            INSERT INTO onlyonce_token (id, purpose, subject, target, uses_left, issued_at, expires_at)
            VALUES (?, ?, ?, ?, ?, clock_timestamp(), clock_timestamp() + ? * interval '1 microsecond')
            """;

    private static final String EXPIRY = """
            SELECT (extract(epoch FROM expires_at) * 1000000)::bigint FROM onlyonce_token WHERE id = ?
            """;

    private static final String CONSUME = """
            UPDATE onlyonce_token SET uses_left = uses_left - 1, used_at = clock_timestamp()
            WHERE id = ? AND uses_left > 0 AND expires_at > clock_timestamp()
            """;

    private static final String MARK = """
            INSERT INTO onlyonce_used_mark (id, expires_at) VALUES (?, ?) ON CONFLICT (id) DO NOTHING
            """;

    /** {@code now()}, because an index cannot be asked by a clock that goes on while it is read. */
    private static final String PURGE_TOKENS = """
            WITH gone AS MATERIALIZED (
                SELECT id, expires_at FROM onlyonce_token
                WHERE expires_at >= ? AND expires_at <= now()
                ORDER BY expires_at
                LIMIT ?
                FOR UPDATE SKIP LOCKED
            ), deleted AS (
                DELETE FROM onlyonce_token USING gone WHERE onlyonce_token.id = gone.id
                RETURNING gone.expires_at
            )
            SELECT count(*), max(expires_at) FROM deleted
            """;

    private static final String PURGE_MARKS = """
            WITH gone AS MATERIALIZED (
                SELECT id, expires_at FROM onlyonce_used_mark
                WHERE expires_at >= ? AND expires_at <= now()
                ORDER BY expires_at
                LIMIT ?
                FOR UPDATE SKIP LOCKED
            ), deleted AS (
                DELETE FROM onlyonce_used_mark USING gone WHERE onlyonce_used_mark.id = gone.id
                RETURNING gone.expires_at
            )
            SELECT count(*), max(expires_at) FROM deleted
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
            return statement.executeUpdate() == 1;
        }
    }

    @Override
    public PurgedBatch<Instant> purgeTokens(Connection connection, @Nullable Instant from, int limit)
            throws SQLException {
        return PostgresqlRecords.purge(connection, PURGE_TOKENS, from, limit);
    }

    @Override
    public PurgedBatch<Instant> purgeMarks(Connection connection, @Nullable Instant from, int limit)
            throws SQLException {
        return PostgresqlRecords.purge(connection, PURGE_MARKS, from, limit);
    }
}
