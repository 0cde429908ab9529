package io.onlyonce.jdbc;

import io.onlyonce.record.Completion;
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
 * PostgreSQL.
 *
 * <p>A claim must not raise an error, because an error ends the transaction: the conflict clause makes a duplicate a row count of 0.
 *
 * <p>The first try waits for nobody: it inserts only under an advisory lock of the id, which whoever else has an open claim of it holds. So the usual case needs no
 * bound. Where somebody is in the way, the second try waits beside him by the same lock, shared, so that all who wait wake at once. It sets {@code lock_timeout} before and puts
 * the application's own value back after it, so the bounded wait costs no round trip; where the wait is over the transaction is aborted anyway, and its end restores
 * the value.
 *
 * <p>At READ COMMITTED the winner is read by a second statement: one that both inserts and reads would have a snapshot older than the winner. At
 * REPEATABLE READ and SERIALIZABLE a winner that the snapshot does not have is a serialisation failure, and the whole transaction is run again.
 */
final class PostgresqlRecords implements CommittingSql {
    private static final String DIVISION_BY_ZERO = "22012";

    private static final String INSERT = """
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state,
                 lease_until, expires_at)
            SELECT ?, ?, ?, ?, ?, ?, 1, clock_timestamp(), 'C',
                   clock_timestamp() + ? * interval '1 microsecond',
                   clock_timestamp() + ? * interval '1 microsecond'
            WHERE pg_try_advisory_xact_lock(?)
            ON CONFLICT (id) DO NOTHING
            """;

    private static final String INSERT_PATIENTLY = """
            WITH wait AS MATERIALIZED (
                SELECT current_setting('lock_timeout') AS before, set_config('lock_timeout', ?, true) AS during
            ), turn AS MATERIALIZED (
                SELECT pg_advisory_xact_lock_shared(?) FROM wait
            ), won AS (
                INSERT INTO onlyonce_record
                    (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state,
                     lease_until, expires_at)
                SELECT ?, ?, ?, ?, ?, ?, 1, clock_timestamp(), 'C',
                       clock_timestamp() + ? * interval '1 microsecond',
                       clock_timestamp() + ? * interval '1 microsecond'
                FROM turn
                ON CONFLICT (id) DO NOTHING
                RETURNING 1
            )
            SELECT counted.won, set_config('lock_timeout', wait.before, true)
            FROM (SELECT count(*) AS won FROM won) AS counted
            CROSS JOIN wait
            """;

    private static final String REPLACE_EXPIRED = """
            WITH wait AS MATERIALIZED (
                SELECT current_setting('lock_timeout') AS before, set_config('lock_timeout', ?, true) AS during
            ), won AS (
                UPDATE onlyonce_record
                SET fingerprint = ?, fence = ?, attempt = 1, created_at = clock_timestamp(), state = 'C',
                    lease_until = clock_timestamp() + ? * interval '1 microsecond',
                    expires_at = clock_timestamp() + ? * interval '1 microsecond',
                    completed_at = NULL, refusal_code = NULL, answer = NULL
                FROM wait
                WHERE id = ? AND state <> 'C' AND expires_at <= clock_timestamp()
                RETURNING 1
            )
            SELECT counted.won, set_config('lock_timeout', wait.before, true)
            FROM (SELECT count(*) AS won FROM won) AS counted
            CROSS JOIN wait
            """;

    private static final String NEXT_FENCE = "SELECT nextval('onlyonce_fence')";

    private static final String FIND = """
            SELECT scope, operation, idempotency_key, fingerprint, state, refusal_code, answer, fence, attempt,
                   (extract(epoch FROM created_at) * 1000000)::bigint,
                   (extract(epoch FROM expires_at) * 1000000)::bigint,
                   state <> 'C' AND expires_at <= clock_timestamp(),
                   (extract(epoch FROM lease_until - clock_timestamp()) * 1000000)::bigint
            FROM onlyonce_record
            WHERE id = ?
            """;

    private static final String OPEN_CLAIMS = """
            SELECT scope, operation, idempotency_key, fingerprint, state, refusal_code, answer, fence, attempt,
                   (extract(epoch FROM created_at) * 1000000)::bigint,
                   (extract(epoch FROM expires_at) * 1000000)::bigint,
                   state <> 'C' AND expires_at <= clock_timestamp(),
                   (extract(epoch FROM lease_until - clock_timestamp()) * 1000000)::bigint
            FROM onlyonce_record
            WHERE lease_until IS NOT NULL AND state = 'C'
            ORDER BY lease_until
            LIMIT ?
            """;

    private static final String COUNT_CLAIMS = """
            SELECT COUNT(*), COUNT(CASE WHEN lease_until > clock_timestamp() THEN 1 END)
            FROM onlyonce_record
            WHERE lease_until IS NOT NULL AND state = 'C'
            """;

    private static final String COMPLETE = """
            UPDATE onlyonce_record
            SET state = ?, refusal_code = ?, answer = ?, lease_until = NULL, completed_at = clock_timestamp(),
                expires_at = greatest(expires_at, clock_timestamp() + ? * interval '1 microsecond')
            WHERE id = ? AND fence = ? AND state = 'C'
            """;

    /** Divides by the number of rows, so that none makes it fail and the server passes by the COMMIT. */
    private static final String COMPLETE_AND_COMMIT = """
            WITH done AS (
                UPDATE onlyonce_record
                SET state = ?, refusal_code = ?, answer = ?, lease_until = NULL, completed_at = clock_timestamp(),
                    expires_at = greatest(expires_at, clock_timestamp() + ? * interval '1 microsecond')
                WHERE id = ? AND fence = ? AND state = 'C'
                RETURNING 1
            )
            SELECT 1 / count(*) FROM done;
            COMMIT
            """;

    private static final String RECORD = """
            WITH wait AS MATERIALIZED (
                SELECT current_setting('lock_timeout') AS before, set_config('lock_timeout', ?, true) AS during
            ), turn AS MATERIALIZED (
                SELECT pg_advisory_xact_lock_shared(?) FROM wait
            ), won AS (
                INSERT INTO onlyonce_record
                    (id, scope, operation, idempotency_key, fingerprint, fence, attempt, created_at, state,
                     completed_at, expires_at, refusal_code, answer)
                SELECT ?, ?, ?, ?, ?, ?, 1, clock_timestamp(), ?,
                       clock_timestamp(), clock_timestamp() + ? * interval '1 microsecond', ?, ?
                FROM turn
                ON CONFLICT (id) DO NOTHING
                RETURNING 1
            )
            SELECT counted.won, set_config('lock_timeout', wait.before, true)
            FROM (SELECT count(*) AS won FROM won) AS counted
            CROSS JOIN wait
            """;

    /** A duplicate fails, so that the server passes by the COMMIT; the commit also puts the application's own lock_timeout back. */
    private static final String RECORD_AND_COMMIT = """
            INSERT INTO onlyonce_record
                (id, scope, operation, idempotency_key, fingerprint, fence, created_at, state,
                 completed_at, expires_at, refusal_code, answer, attempt)
            VALUES (?, ?, ?, ?, ?, ?, clock_timestamp(), ?,
                    clock_timestamp(), clock_timestamp() + ? * interval '1 microsecond', ?, ?,
                    CASE WHEN set_config('lock_timeout', ?, true) <> '' THEN 1 END);
            COMMIT
            """;

    private static final String EXCHANGE_FENCE = """
            UPDATE onlyonce_record SET fence = ? WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String TAKE_OVER = """
            UPDATE onlyonce_record
            SET fence = ?, fingerprint = ?, attempt = attempt + 1,
                lease_until = clock_timestamp() + ? * interval '1 microsecond', expires_at = NULL
            WHERE id = ? AND fence = ? AND state = 'C' AND coalesce(lease_until, created_at) <= clock_timestamp()
            """;

    private static final String RENEW = """
            UPDATE onlyonce_record SET lease_until = clock_timestamp() + ? * interval '1 microsecond'
            WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String RELEASE = """
            DELETE FROM onlyonce_record WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String ABANDON = """
            UPDATE onlyonce_record SET lease_until = clock_timestamp() WHERE id = ? AND fence = ? AND state = 'C'
            """;

    /** {@code now()}, because an index cannot be asked by a clock that goes on while it is read. */
    private static final String PURGE_EXPIRED = """
            WITH gone AS MATERIALIZED (
                SELECT id, expires_at FROM onlyonce_record
                WHERE expires_at >= ? AND expires_at <= now() AND state <> 'C'
                ORDER BY expires_at
                LIMIT ?
                FOR UPDATE SKIP LOCKED
            ), deleted AS (
                DELETE FROM onlyonce_record USING gone WHERE onlyonce_record.id = gone.id
                RETURNING gone.expires_at
            )
            SELECT count(*), max(expires_at) FROM deleted
            """;

    private static final String INDEXES = """
            SELECT pg_attribute.attname, pg_index.indisunique AND pg_index.indnkeyatts = 1
            FROM pg_index
            JOIN pg_attribute ON pg_attribute.attrelid = pg_index.indrelid AND pg_attribute.attnum = pg_index.indkey[0]
            WHERE pg_index.indrelid = to_regclass(?) AND pg_index.indisvalid
            """;

    @Override
    public boolean insert(Connection connection, NewClaim claim) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            setClaim(statement, 1, claim);
            statement.setLong(9, lock(claim.id()));
            return statement.executeUpdate() == 1;
        }
    }

    @Override
    public boolean insertPatiently(Connection connection, NewClaim claim) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT_PATIENTLY)) {
            statement.setString(1, lockTimeout(claim.patience()));
            statement.setLong(2, lock(claim.id()));
            setClaim(statement, 3, claim);
            return won(statement);
        }
    }

    /** The advisory lock of an id: of its lower half, which is a digest whatever the key is. */
    private static long lock(RecordId id) {
        return id.toUuid().getLeastSignificantBits();
    }

    @Override
    public boolean replaceExpired(Connection connection, NewClaim claim) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(REPLACE_EXPIRED)) {
            statement.setString(1, lockTimeout(claim.patience()));
            setReplacement(statement, 2, claim);
            return won(statement);
        }
    }

    @Override
    public boolean record(Connection connection, NewClaim claim, Completion completion) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(RECORD)) {
            statement.setString(1, lockTimeout(claim.patience()));
            statement.setLong(2, lock(claim.id()));
            setRecord(statement, 3, claim, completion);
            return won(statement);
        }
    }

    @Override
    public boolean recordAndCommit(Connection connection, NewClaim claim, Completion completion) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(RECORD_AND_COMMIT)) {
            setRecord(statement, 1, claim, completion);
            statement.setString(11, lockTimeout(claim.patience()));
            statement.execute();
            return true;
        } catch (SQLException e) {
            if (UniqueViolations.isOf(e, "onlyonce_record_pkey")) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public String completeAndCommit() {
        return COMPLETE_AND_COMMIT;
    }

    @Override
    public boolean changedNothing(SQLException failure) {
        return SqlFailures.state(failure).equals(DIVISION_BY_ZERO);
    }

    private static boolean won(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1) == 1;
        }
    }

    /** In milliseconds, at least 1: PostgreSQL takes 0 for "without end". */
    private static String lockTimeout(Duration patience) {
        return Long.toString(Math.max(1, patience.toMillis()));
    }

    @Override
    public long nextFence(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(NEXT_FENCE);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public PurgedBatch<Instant> purgeExpired(Connection connection, @Nullable Instant from, int limit)
            throws SQLException {
        return purge(connection, PURGE_EXPIRED, from, limit);
    }

    /**
     * Deletes rows that have expired and commits.
     *
     * @param sql deletes rows, and selects how many and when the last of them had expired: from, limit
     */
    static PurgedBatch<Instant> purge(Connection connection, String sql, @Nullable Instant from, int limit)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(
                    1, from == null ? OffsetDateTime.MIN : from.atOffset(ZoneOffset.UTC)); // MIN is -infinity
            statement.setInt(2, limit);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                OffsetDateTime latest = row.getObject(2, OffsetDateTime.class);
                return new PurgedBatch<>(row.getInt(1), latest == null ? null : latest.toInstant());
            }
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
