package io.onlyonce.jdbc;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.record.TransactionalRecordStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Keeps records in the table {@code onlyonce_record}, in the transaction of the business writes.
 *
 * <p>A first call costs one statement before the work and one after it, a replay two. A duplicate waits in the database for the transaction that holds the key
 * and wakes at its end. PostgreSQL keeps to the patience by the millisecond, and the application's own {@code lock_timeout} stays as it was; MariaDB by
 * the second, rounded up; MySQL the same, but a second at least. The patience bounds each wait; where a holder rolls back and another waiter is first, the
 * rest wait anew.
 *
 * <p>A deadlock or a failed serialisation is a {@link JdbcStoreException} that {@link SqlFailures#retryable} knows: the whole transaction is to be run again.
 *
 * <p>{@link #complete} is also what notices a PostgreSQL transaction that is aborted because the work swallowed an error: such a transaction would
 * "commit" without an error and lose everything, but it refuses this statement, so no answer is given that was not kept.
 *
 * <p>On MariaDB and MySQL a replay meets a duplicate-key error inside, which MariaDB's driver writes to its log as a warning each time; the logger {@code
 * org.mariadb.jdbc.message.server.ErrorPacket} silences it.
 *
 * <p>Thread-safe. All connections must lead to databases of one make.
 */
public final class JdbcRecordStore implements TransactionalRecordStore {
    private static final Duration COME_BACK = Duration.ofSeconds(1);

    private final ConnectionSource transactions;
    private final UnfinishedClaims unfinished = new UnfinishedClaims();
    private final SqlSource<RecordSql> sql;

    /**
     * A store that asks its first connection which database it has before it.
     *
     * @param transactions the transactions of the business writes, for example {@link JdbcTransactions}
     */
    public JdbcRecordStore(ConnectionSource transactions) {
        this(transactions, SqlSource.detected(Dialect::records));
    }

    /** A store for a database that does not tell its make, for example one that is compatible with another. */
    public JdbcRecordStore(ConnectionSource transactions, Dialect dialect) {
        this(transactions, SqlSource.of(Dialect::records, dialect));
    }

    private JdbcRecordStore(ConnectionSource transactions, SqlSource<RecordSql> sql) {
        this.transactions = transactions;
        this.sql = sql;
    }

    @Override
    public Claim claim(ClaimRequest request) {
        NewClaim wanted = NewClaim.transactional(request);
        try {
            Connection connection = TransactionConnection.of(transactions);
            Claim claim = Claiming.claim(connection, sql.on(connection), wanted, this::standing);
            if (claim instanceof Claim.Claimed) {
                unfinished.won(wanted.fence());
            }
            return claim;
        } catch (SQLException e) {
            if (SqlFailures.lockWaitOver(e)) {
                return new Claim.InProgress(COME_BACK);
            }
            throw SqlFailures.storeFailure(e);
        }
    }

    private Claim standing(StoredRow row) {
        if (row.record().state() != RecordState.CLAIMED) {
            return new Claim.Completed(row.record());
        }
        if (unfinished.holds(row.fence())) {
            throw new MisuseException(ErrorTexts.nested(row.record().key()));
        }
        Duration left = row.leaseLeft();
        return left != null ? new Claim.InProgress(atLeast(COME_BACK, left)) : row.abandoned();
    }

    private static Duration atLeast(Duration least, Duration duration) {
        return duration.compareTo(least) < 0 ? least : duration;
    }

    @Override
    public void complete(RecordKey key, Fence fence, Completion completion) {
        int rows;
        try {
            Connection connection = TransactionConnection.of(transactions);
            rows = completed(connection, sql.on(connection), key, fence, completion);
        } catch (SQLException e) {
            throw SqlFailures.storeFailure(e);
        }
        if (rows == 0) {
            throw new FenceLostException(key);
        }
        if (rows != 1) {
            throw new IllegalStateException(JdbcTexts.tooManyRows(key, rows));
        }
        unfinished.completed(fence.number());
    }

    /** Executes the one statement that completes a claim of either kind; returns how many rows it changed. */
    static int completed(Connection connection, RecordSql sql, RecordKey key, Fence fence, Completion completion)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.complete())) {
            statement.setString(1, StoredRow.letter(completion.state()));
            sql.setText(statement, 2, completion.refusalCode());
            statement.setBytes(3, completion.answer());
            sql.setDuration(statement, 4, completion.retention());
            sql.setId(statement, 5, key.id());
            statement.setLong(6, fence.number());
            return statement.executeUpdate();
        }
    }
}
