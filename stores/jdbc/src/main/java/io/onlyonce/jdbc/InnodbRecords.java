package io.onlyonce.jdbc;

import io.onlyonce.record.RecordId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What MariaDB and MySQL have in common.
 *
 * <p>A claim is a plain INSERT; error 1062 on the primary key is a duplicate and leaves the transaction alive. Not INSERT IGNORE, which hides other errors
 * too, and not ON DUPLICATE KEY UPDATE, whose exclusive lock would make replays of one answer wait for each other: 1062 leaves a shared lock. Under that
 * lock the winner is read by a locking read, because an old snapshot (REPEATABLE READ) would not have it.
 *
 * <p>When the first of several claimants rolls back, InnoDB may choose some of those that wait as a deadlock's victims, whichever form of INSERT they use:
 * the waiters inherit gap locks that exclude each other. The whole transaction is then run again.
 *
 * <p>Texts are written and read as UTF-8 bytes, so neither a collation nor the connection's character set touches them. Instants are UTC.
 */
abstract class InnodbRecords implements RecordSql {
    private static final LocalDateTime LONG_AGO = LocalDateTime.of(1970, 1, 1, 0, 0);

    private static final String WINNER = """
            SELECT scope, operation, idempotency_key, fingerprint, state, refusal_code, answer, fence, attempt,
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', created_at),
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', expires_at),
                   state <> 'C' AND expires_at <= UTC_TIMESTAMP(6),
                   TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), lease_until)
            FROM onlyonce_record
            WHERE id = ?
            LOCK IN SHARE MODE
            """;

    private static final String FIND = """
            SELECT scope, operation, idempotency_key, fingerprint, state, refusal_code, answer, fence, attempt,
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', created_at),
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', expires_at),
                   state <> 'C' AND expires_at <= UTC_TIMESTAMP(6),
                   TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), lease_until)
            FROM onlyonce_record
            WHERE id = ?
            """;

    private static final String OPEN_CLAIMS = """
            SELECT scope, operation, idempotency_key, fingerprint, state, refusal_code, answer, fence, attempt,
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', created_at),
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', expires_at),
                   state <> 'C' AND expires_at <= UTC_TIMESTAMP(6),
                   TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), lease_until)
            FROM onlyonce_record
            WHERE expires_at IS NULL AND state = 'C'
            ORDER BY lease_until
            LIMIT ?
            """;

    private static final String COUNT_CLAIMS = """
            SELECT COUNT(*), COUNT(CASE WHEN lease_until > UTC_TIMESTAMP(6) THEN 1 END)
            FROM onlyonce_record
            WHERE expires_at IS NULL AND state = 'C'
            """;

    private static final String COMPLETE = """
            UPDATE onlyonce_record
            SET state = ?, refusal_code = ?, answer = ?, lease_until = NULL, completed_at = UTC_TIMESTAMP(6),
                expires_at = GREATEST(
                    COALESCE(expires_at, created_at), TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)))
            WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String EXCHANGE_FENCE = """
            UPDATE onlyonce_record SET fence = ? WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String TAKE_OVER = """
            UPDATE onlyonce_record
            SET fence = ?, fingerprint = ?, attempt = attempt + 1,
                lease_until = TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6)), expires_at = NULL
            WHERE id = ? AND fence = ? AND state = 'C' AND COALESCE(lease_until, created_at) <= UTC_TIMESTAMP(6)
            """;

    private static final String RENEW = """
            UPDATE onlyonce_record SET lease_until = TIMESTAMPADD(MICROSECOND, ?, UTC_TIMESTAMP(6))
            WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String RELEASE = """
            DELETE FROM onlyonce_record WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String ABANDON = """
            UPDATE onlyonce_record SET lease_until = UTC_TIMESTAMP(6) WHERE id = ? AND fence = ? AND state = 'C'
            """;

    private static final String EXPIRED = """
            SELECT id, expires_at FROM onlyonce_record
            WHERE expires_at >= ? AND expires_at <= UTC_TIMESTAMP(6) AND state <> 'C'
            ORDER BY expires_at
            LIMIT ?
            FOR UPDATE SKIP LOCKED
            """;

    private static final String DELETE = """
            DELETE FROM onlyonce_record WHERE id = ?
            """;

    private static final String INDEXES = """
            SELECT column_name, non_unique = 0
            FROM information_schema.statistics
            WHERE table_schema = DATABASE() AND table_name = ? AND seq_in_index = 1
            """;

    /** Inserts; 1062 on the primary key is false. */
    static boolean inserted(PreparedStatement insert) throws SQLException {
        try {
            insert.executeUpdate();
            return true;
        } catch (SQLException e) {
            if (UniqueViolations.isOf(e, "PRIMARY")) {
                return false;
            }
            throw e;
        }
    }

    /** In whole seconds, rounded up. */
    static int seconds(Duration patience) {
        return Math.toIntExact(TimeUnit.MILLISECONDS.toSeconds(patience.toMillis() + 999));
    }

    @Override
    public PurgedBatch<Instant> purgeExpired(Connection connection, @Nullable Instant from, int limit)
            throws SQLException {
        return purge(connection, EXPIRED, DELETE, from, limit);
    }

    /**
     * Deletes rows that have expired and commits.
     *
     * @param expired selects and locks ids, and when they expired: from, limit
     * @param delete deletes a row: id
     */
    static PurgedBatch<Instant> purge(
            Connection connection, String expired, String delete, @Nullable Instant from, int limit)
            throws SQLException {
        return purge(connection, delete, () -> {
            try (PreparedStatement statement = connection.prepareStatement(expired)) {
                statement.setObject(1, from == null ? LONG_AGO : LocalDateTime.ofInstant(from, ZoneOffset.UTC));
                statement.setInt(2, limit);
                List<byte[]> ids = new ArrayList<>();
                LocalDateTime last = null;
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        ids.add(rows.getBytes(1));
                        last = rows.getObject(2, LocalDateTime.class);
                    }
                }
                return new Doomed<>(ids, last == null ? null : last.toInstant(ZoneOffset.UTC));
            }
        });
    }

    /** Ids of rows that are to go, locked, and where in their order the last of them stands. */
    record Doomed<P>(List<byte[]> ids, @Nullable P last) {}

    /** Selects and locks them. */
    interface Look<P> {
        Doomed<P> doomed() throws SQLException;
    }

    /** Two steps, because SKIP LOCKED is not heeded in a subquery of a DELETE: there a purger waits for others' rows. */
    static <P> PurgedBatch<P> purge(Connection connection, String delete, Look<P> look) throws SQLException {
        connection.setAutoCommit(false);
        try {
            Doomed<P> doomed = look.doomed();
            delete(connection, delete, doomed.ids);
            connection.commit();
            return new PurgedBatch<>(doomed.ids.size(), doomed.last);
        } catch (SQLException failure) {
            try {
                connection.rollback();
            } catch (SQLException second) {
                failure.addSuppressed(second);
            }
            throw failure;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static void delete(Connection connection, String delete, List<byte[]> ids) throws SQLException {
        if (ids.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(delete)) {
            for (byte[] id : ids) {
                statement.setBytes(1, id);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    @Override
    public String winner() {
        return WINNER;
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
        statement.setBytes(parameter, id.bytes());
    }

    @Override
    public RecordId id(ResultSet row, int column) throws SQLException {
        ByteBuffer bytes = ByteBuffer.wrap(row.getBytes(column));
        return new RecordId(new UUID(bytes.getLong(), bytes.getLong()));
    }

    @Override
    public void setText(PreparedStatement statement, int parameter, @Nullable String text) throws SQLException {
        statement.setBytes(parameter, text == null ? null : text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public @Nullable String text(ResultSet row, int column) throws SQLException {
        byte[] bytes = row.getBytes(column);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
