package io.onlyonce.jdbc;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordExistsException;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.record.TransactionalRecordStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Function;

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

    @Override
    public void completeLast(RecordKey key, Fence fence, Completion completion) {
        if (!keptBack(along -> new LastCompletion(along, key, fence, completion))) {
            complete(key, fence, completion);
        }
    }

    @Override
    public void record(ClaimRequest request, Completion completion) {
        record(NewClaim.transactional(request), completion);
    }

    private void record(NewClaim claim, Completion completion) {
        try {
            Connection connection = TransactionConnection.of(transactions);
            mustBeFirst(claim, () -> sql.on(connection).record(connection, claim, completion));
        } catch (SQLException e) {
            throw SqlFailures.storeFailure(e);
        }
    }

    @Override
    public void recordLast(ClaimRequest request, Completion completion) {
        NewClaim claim = NewClaim.transactional(request);
        if (!keptBack(along -> new LastRecord(along, claim, completion))) {
            record(claim, completion);
        }
    }

    @FunctionalInterface
    private interface Recording {
        boolean done() throws SQLException;
    }

    private static void mustBeFirst(NewClaim claim, Recording recording) throws SQLException {
        boolean done;
        try {
            done = recording.done();
        } catch (SQLException e) {
            if (!SqlFailures.lockWaitOver(e)) {
                throw e;
            }
            done = false;
        }
        if (!done) {
            throw new RecordExistsException(claim.key());
        }
    }

    private boolean keptBack(Function<CommittingSql, LastStatement> statement) {
        try {
            return sql.on(TransactionConnection.of(transactions)) instanceof CommittingSql along
                    && transactions.keepBack(statement.apply(along));
        } catch (SQLException e) {
            throw SqlFailures.storeFailure(e);
        }
    }

    private final class LastCompletion implements LastStatement {
        private final CommittingSql along;
        private final RecordKey key;
        private final Fence fence;
        private final Completion completion;

        LastCompletion(CommittingSql along, RecordKey key, Fence fence, Completion completion) {
            this.along = along;
            this.key = key;
            this.fence = fence;
            this.completion = completion;
        }

        @Override
        public void execute() {
            complete(key, fence, completion);
        }

        @Override
        public void executeAndCommit(Connection connection) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(along.completeAndCommit())) {
                along.setCompletion(statement, key, fence, completion);
                statement.execute();
            } catch (SQLException e) {
                if (along.changedNothing(e)) {
                    throw new FenceLostException(key);
                }
                throw e;
            }
            unfinished.completed(fence.number());
        }
    }

    private final class LastRecord implements LastStatement {
        private final CommittingSql along;
        private final NewClaim claim;
        private final Completion completion;

        LastRecord(CommittingSql along, NewClaim claim, Completion completion) {
            this.along = along;
            this.claim = claim;
            this.completion = completion;
        }

        @Override
        public void execute() {
            record(claim, completion);
        }

        @Override
        public void executeAndCommit(Connection connection) throws SQLException {
            mustBeFirst(claim, () -> along.recordAndCommit(connection, claim, completion));
        }
    }

    /** Executes the one statement that completes a claim of either kind; returns how many rows it changed. */
    static int completed(Connection connection, RecordSql sql, RecordKey key, Fence fence, Completion completion)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.complete())) {
            sql.setCompletion(statement, key, fence, completion);
            return statement.executeUpdate();
        }
    }
}
