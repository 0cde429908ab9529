package io.onlyonce.jdbc;

import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Keeps records of work that is not one transaction in the table {@code onlyonce_record}.
 *
 * <p>Each verb takes a connection of its own for a moment and commits by itself. So never call it inside a transaction that holds a connection of the same
 * pool: with as many callers as the pool has connections, each would wait for another's. Leases are measured by the database's clock. Fences come from a
 * sequence (MySQL: a counter table) and are drawn while the record's row is locked, so they rise per key also after a purge, and however long a claimant
 * was paused between two statements.
 *
 * <p>Thread-safe. All connections must lead to one database.
 */
public final class JdbcLeasedRecordStore implements LeasedRecordStore {
    private static final Duration COME_BACK = Duration.ofSeconds(1);

    private final OwnConnection<RecordSql> own;

    /** A store that asks its first connection which database it has before it. */
    public JdbcLeasedRecordStore(DataSource dataSource) {
        this.own = new OwnConnection<>(dataSource, SqlSource.detected(Dialect::records));
    }

    /** A store for a database that does not tell its make, for example one that is compatible with another. */
    public JdbcLeasedRecordStore(DataSource dataSource, Dialect dialect) {
        this.own = new OwnConnection<>(dataSource, SqlSource.of(Dialect::records, dialect));
    }

    @Override
    public Claim claim(ClaimRequest request) {
        NewClaim wanted = NewClaim.leased(request);
        try {
            return own.transaction((connection, sql) -> {
                Claim claim = Claiming.claim(connection, sql, wanted, JdbcLeasedRecordStore::standing);
                return claim instanceof Claim.Claimed ? drawFence(connection, sql, wanted) : claim;
            });
        } catch (JdbcStoreException e) {
            if (SqlFailures.lockWaitOver(e)) { // a transactional claim of this key is at work
                return new Claim.InProgress(COME_BACK);
            }
            throw e;
        }
    }

    private static Claim standing(StoredRow row) {
        if (row.record().state() != RecordState.CLAIMED) {
            return new Claim.Completed(row.record());
        }
        Duration left = row.leaseLeft();
        return left != null ? new Claim.InProgress(left) : row.abandoned();
    }

    private static Claim drawFence(Connection connection, RecordSql sql, NewClaim won) throws SQLException {
        long fence = sql.nextFence(connection);
        try (PreparedStatement statement = connection.prepareStatement(sql.exchangeFence())) {
            statement.setLong(1, fence);
            sql.setId(statement, 2, won.id());
            statement.setLong(3, won.fence());
            mustBeOne(won.key(), statement.executeUpdate());
        }
        return new Claim.Claimed(new Fence(fence), 1);
    }

    @Override
    public Claim takeOver(ClaimRequest request, Fence lost) {
        Claim taken = own.transaction((connection, sql) -> {
            long fence = sql.nextFence(connection);
            try (PreparedStatement statement = connection.prepareStatement(sql.takeOver())) {
                statement.setLong(1, fence);
                statement.setBytes(2, request.fingerprint().bytes());
                sql.setDuration(statement, 3, request.time());
                sql.setId(statement, 4, request.key().id());
                statement.setLong(5, lost.number());
                if (!changed(request.key(), statement)) {
                    return new Claim.InProgress(COME_BACK);
                }
            }
            StoredRow row =
                    Claiming.read(connection, sql, sql.winner(), request.key().id());
            if (row == null) {
                throw new IllegalStateException(JdbcTexts.vanished(request.key()));
            }
            return new Claim.Claimed(new Fence(fence), row.attempt());
        });
        return taken instanceof Claim.Claimed ? taken : claim(request);
    }

    @Override
    public boolean renew(RecordKey key, Fence fence, Duration lease) {
        return own.statement((connection, sql) -> {
            try (PreparedStatement statement = connection.prepareStatement(sql.renew())) {
                sql.setDuration(statement, 1, lease);
                sql.setId(statement, 2, key.id());
                statement.setLong(3, fence.number());
                return changed(key, statement);
            }
        });
    }

    @Override
    public boolean complete(RecordKey key, Fence fence, Completion completion) {
        return own.statement(
                (connection, sql) -> isOne(key, JdbcRecordStore.completed(connection, sql, key, fence, completion)));
    }

    @Override
    public boolean release(RecordKey key, Fence fence) {
        return own.statement((connection, sql) -> changed(connection, sql, sql.release(), key, fence));
    }

    @Override
    public boolean abandon(RecordKey key, Fence fence) {
        return own.statement((connection, sql) -> changed(connection, sql, sql.abandon(), key, fence));
    }

    private static boolean changed(Connection connection, RecordSql sql, String text, RecordKey key, Fence fence)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            sql.setId(statement, 1, key.id());
            statement.setLong(2, fence.number());
            return changed(key, statement);
        }
    }

    private static boolean changed(RecordKey key, PreparedStatement statement) throws SQLException {
        return isOne(key, statement.executeUpdate());
    }

    /** Whether a guarded statement met its row; more than one cannot be. */
    private static boolean isOne(RecordKey key, int rows) {
        if (rows > 1) {
            throw new IllegalStateException(JdbcTexts.tooManyRows(key, rows));
        }
        return rows == 1;
    }

    private static void mustBeOne(RecordKey key, int rows) {
        if (!isOne(key, rows)) {
            throw new IllegalStateException(JdbcTexts.vanished(key));
        }
    }
}
