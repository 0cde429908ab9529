package io.onlyonce.jdbc;

import io.onlyonce.record.RecordId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * H2, in any compatibility mode. A claim is a plain INSERT; error 23505 on the primary key is a duplicate and leaves the transaction alive.
 *
 * <p>{@code CURRENT_TIMESTAMP} stands still within a transaction in most of the modes, so the ends of leases and retentions are bound as instants of this
 * JVM's clock, which is H2's own where it is embedded.
 */
final class H2Records implements RecordSql {
    private static final String INSERT = """
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state,
                 lease_until, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, 1, CURRENT_TIMESTAMP, 'C', ?, ?)
            """;

    private static final String REPLACE_EXPIRED = """
            UPDATE onlyonce_record
            SET fingerprint = ?, fence = ?, attempt = 1, created_at = CURRENT_TIMESTAMP, state = 'C', lease_until = ?,
                expires_at = ?, completed_at = NULL, refusal_code = NULL, answer = NULL
            WHERE id = ? AND state <> 'C' AND expires_at <= CURRENT_TIMESTAMP
            """;

    private static final String NEXT_FENCE = "SELECT NEXT VALUE FOR onlyonce_fence";

    private static final String FIND = """
            SELECT scope, operation, idempotency_key, fingerprint, state, refusal_code, answer, fence, attempt,
                   DATEDIFF(MICROSECOND, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z', created_at),
                   DATEDIFF(MICROSECOND, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z', expires_at),
                   state <> 'C' AND expires_at <= CURRENT_TIMESTAMP,
                   DATEDIFF(MICROSECOND, CURRENT_TIMESTAMP, lease_until)
            FROM onlyonce_record
            WHERE id = ?
            """;

    private static final String OPEN_CLAIMS = """
            SELECT scope, operation, idempotency_key, fingerprint, state, refusal_code, answer, fence, attempt,
                   DATEDIFF(MICROSECOND, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z', created_at),
                   DATEDIFF(MICROSECOND, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z', expires_at),
                   state <> 'C' AND expires_at <= CURRENT_TIMESTAMP,
                   DATEDIFF(MICROSECOND, CURRENT_TIMESTAMP, lease_until)
            FROM onlyonce_record
            WHERE expires_at IS NULL AND state = 'C'
            ORDER BY lease_until
            FETCH FIRST ? ROWS ONLY
            """;

    private static final String COUNT_CLAIMS = """
            SELECT COUNT(*), COUNT(CASE WHEN lease_until > CURRENT_TIMESTAMP THEN 1 END)
            FROM onlyonce_record
            WHERE expires_at IS NULL AND state = 'C'
            """;

    private static final String COMPLETE = """
            UPDATE onlyonce_record
            SET state = ?, refusal_code = ?, answer = ?, lease_until = NULL,
                completed_at = CURRENT_TIMESTAMP, expires_at = GREATEST(COALESCE(expires_at, created_at), ?)
            WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String EXCHANGE_FENCE = """
            UPDATE onlyonce_record SET fence = ? WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String TAKE_OVER = """
            UPDATE onlyonce_record
            SET fence = ?, fingerprint = ?, attempt = attempt + 1, lease_until = ?, expires_at = NULL
            WHERE id = ? AND fence = ? AND state = 'C' AND COALESCE(lease_until, created_at) <= CURRENT_TIMESTAMP
            """;

    private static final String RENEW = """
            UPDATE onlyonce_record SET lease_until = ? WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String RELEASE = """
            DELETE FROM onlyonce_record WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String ABANDON = """
            UPDATE onlyonce_record SET lease_until = CURRENT_TIMESTAMP WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String PURGE_EXPIRED = """
            DELETE FROM onlyonce_record WHERE id IN (
                SELECT id FROM onlyonce_record
                WHERE expires_at <= CURRENT_TIMESTAMP AND state <> 'C'
                FETCH FIRST ? ROWS ONLY
                FOR UPDATE SKIP LOCKED)
            """;

    private static final String INDEXES = """
            SELECT column_name, is_unique
            FROM information_schema.index_columns
            WHERE table_schema = CURRENT_SCHEMA AND UPPER(table_name) = UPPER(?) AND ordinal_position = 1
            """;

    private static final String LOCK_TIMEOUT = "SELECT LOCK_TIMEOUT()";

    private static final String SET_LOCK_TIMEOUT = "SET LOCK_TIMEOUT ?";

    @Override
    public boolean insert(Connection connection, NewClaim claim) throws SQLException {
        return within(connection, claim.patience(), () -> {
            try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
                setClaim(statement, 1, claim);
                return inserted(statement);
            }
        });
    }

    /** Inserts; 23505 on the primary key is false. */
    static boolean inserted(PreparedStatement insert) throws SQLException {
        try {
            insert.executeUpdate();
            return true;
        } catch (SQLException e) {
            if (UniqueViolations.isOf(e, "PRIMARY")) { // H2 before 2.4 does not tell the name that it was given
                return false;
            }
            throw e;
        }
    }

    @Override
    public boolean replaceExpired(Connection connection, NewClaim claim) throws SQLException {
        return within(connection, claim.patience(), () -> {
            try (PreparedStatement statement = connection.prepareStatement(REPLACE_EXPIRED)) {
                setReplacement(statement, 1, claim);
                return statement.executeUpdate() == 1;
            }
        });
    }

    /** Runs a statement under a lock time-out and puts the session's own one back. H2 has no other way, and in its JVM that costs little. */
    private static boolean within(Connection connection, Duration patience, Decision decision) throws SQLException {
        long before = number(connection, LOCK_TIMEOUT);
        setLockTimeout(connection, Math.max(1, patience.toMillis()));
        try {
            return decision.take();
        } finally {
            setLockTimeout(connection, before);
        }
    }

    @FunctionalInterface
    private interface Decision {
        boolean take() throws SQLException;
    }

    private static void setLockTimeout(Connection connection, long milliseconds) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SET_LOCK_TIMEOUT)) {
            statement.setLong(1, milliseconds);
            statement.executeUpdate();
        }
    }

    private static long number(Connection connection, String query) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public long nextFence(Connection connection) throws SQLException {
        return number(connection, NEXT_FENCE);
    }

    @Override
    public PurgedBatch<Instant> purgeExpired(Connection connection, @Nullable Instant from, int limit)
            throws SQLException {
        return purge(connection, PURGE_EXPIRED, limit);
    }

    /** Executes a purge whose only parameter is the limit. */
    static PurgedBatch<Instant> purge(Connection connection, String sql, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, limit);
            return new PurgedBatch<>(statement.executeUpdate(), null);
        }
    }

    @Override
    public String winner() {
        return FIND;
    }

    @Override
    public String find() {
        return FIND;
    }

    @Override
    public String openClaims() {
        return OPEN_CLAIMS;
    }

    @Override
    public String countClaims() {
        return COUNT_CLAIMS;
    }

    @Override
    public String complete() {
        return COMPLETE;
    }

    @Override
    public String exchangeFence() {
        return EXCHANGE_FENCE;
    }

    @Override
    public String takeOver() {
        return TAKE_OVER;
    }

    @Override
    public String renew() {
        return RENEW;
    }

    @Override
    public String release() {
        return RELEASE;
    }

    @Override
    public String abandon() {
        return ABANDON;
    }

    @Override
    public String indexes() {
        return INDEXES;
    }

    /** Binds the instant at which the duration ends. */
    @Override
    public void setDuration(PreparedStatement statement, int parameter, @Nullable Duration duration)
            throws SQLException {
        statement.setObject(
                parameter,
                duration == null ? null : OffsetDateTime.now(ZoneOffset.UTC).plus(duration));
    }

    @Override
    public void setId(PreparedStatement statement, int parameter, RecordId id) throws SQLException {
        statement.setObject(parameter, id.toUuid());
    }

    @Override
    public RecordId id(ResultSet row, int column) throws SQLException {
        return new RecordId(row.getObject(column, UUID.class));
    }

    @Override
    public void setText(PreparedStatement statement, int parameter, @Nullable String text) throws SQLException {
        statement.setString(parameter, text);
    }

    @Override
    public @Nullable String text(ResultSet row, int column) throws SQLException {
        return row.getString(column);
    }
}
