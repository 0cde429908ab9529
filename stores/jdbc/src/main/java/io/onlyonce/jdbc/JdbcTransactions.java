package io.onlyonce.jdbc;

import io.onlyonce.transaction.TransactionRunner;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Transactions over a {@link DataSource}, bound to the thread.
 *
 * <p>A unit takes a connection, switches auto-commit off, runs, commits or rolls back, and gives the connection back as it was. A unit inside another one is
 * a savepoint on the same connection. The work reaches the connection through {@link #connection()}.
 *
 * <p>A commit that would quietly keep nothing is an error: PostgreSQL answers a commit with a rollback if a statement of the transaction failed and the work
 * swallowed the exception. pgjdbc knows, so {@link #run} throws {@link io.onlyonce.error.MisuseException} instead of returning; through a driver or a
 * wrapper that cannot be unwrapped to pgjdbc only OnlyOnce's own calls are safe, because {@link JdbcRecordStore#complete} fails in such a transaction.
 * MariaDB and MySQL undo the whole transaction when a deadlock hits it, and a later statement begins a new one: there, too, the completion notices,
 * because the claim is gone; work without a record must let the exception out.
 *
 * <p>Thread-safe; make one per data source and keep it.
 */
public final class JdbcTransactions implements TransactionRunner, ConnectionSource {
    private final DataSource dataSource;

    @SuppressWarnings("ThreadLocalUsage") // each instance has transactions of its own
    private final ThreadLocal<@Nullable OpenTransaction> current = new ThreadLocal<>();

    /** Transactions on connections of this source. */
    public JdbcTransactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The connection of the unit that runs on this thread. Use it; do not close it, commit or roll back. */
    @Override
    public Connection connection() {
        OpenTransaction mine = current.get();
        if (mine == null) {
            throw new IllegalStateException(JdbcTexts.noTransaction());
        }
        return mine.connection();
    }

    @Override
    public boolean keepBack(LastStatement statement) {
        OpenTransaction mine = current.get();
        try {
            return mine != null && mine.keepBack(statement);
        } catch (SQLException e) {
            throw SqlFailures.storeFailure(e);
        }
    }

    @Override
    public boolean joins() {
        return current.get() != null;
    }

    @Override
    public <R extends @Nullable Object> R run(Unit<R> unit) throws Exception {
        OpenTransaction outer = current.get();
        return outer == null ? alone(unit) : inside(outer, unit);
    }

    private <R extends @Nullable Object> R alone(Unit<R> unit) throws Exception {
        OpenTransaction mine = OpenTransaction.begin(dataSource);
        current.set(mine);
        try {
            Ended<R> ended = unit.run();
            if (ended.kept()) {
                mine.commit();
            } else {
                mine.rollBack();
            }
            return ended.result();
        } catch (Throwable failure) {
            mine.rollBackAfter(failure);
            throw failure;
        } finally {
            current.remove();
            mine.close();
        }
    }

    private static <R extends @Nullable Object> R inside(OpenTransaction outer, Unit<R> unit) throws Exception {
        Savepoint savepoint = outer.savepoint();
        Ended<R> ended;
        try {
            ended = unit.run();
        } catch (Throwable failure) {
            try {
                outer.rollBackTo(savepoint);
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
            throw failure;
        }
        if (ended.kept()) {
            outer.release(savepoint);
        } else {
            outer.rollBackTo(savepoint);
        }
        return ended.result();
    }

    @Override
    public boolean retryable(Throwable failure) {
        return SqlFailures.retryable(failure);
    }
}
