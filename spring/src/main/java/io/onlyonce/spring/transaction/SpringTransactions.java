package io.onlyonce.spring.transaction;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.jdbc.ConnectionSource;
import io.onlyonce.jdbc.LastStatement;
import io.onlyonce.jdbc.SqlFailures;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.transaction.TransactionRunner;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Units as transactions of Spring's {@link PlatformTransactionManager}, so that {@code @Transactional} methods, {@code JdbcClient}, JPA and jOOQ on the
 * same data source take part in them.
 *
 * <p>A unit inside a transaction that is already open becomes a JDBC savepoint in it. Rolling back to it also takes back the rollback-only mark that a
 * failed inner {@code @Transactional} method left on the connection, as Spring's own nested transactions do. Under JPA the entity manager's mark stays, so
 * such an outer transaction will refuse to commit: all or nothing.
 *
 * <p>Where something that was registered to run after the commit fails, the unit has been kept all the same; that is logged. Thread-safe.
 */
public final class SpringTransactions implements TransactionRunner, ConnectionSource {
    private final PlatformTransactionManager manager;
    private final DataSource dataSource;

    @SuppressWarnings("ThreadLocalUsage") // each instance has transactions of its own
    private final ThreadLocal<@Nullable OwnTransaction> current = new ThreadLocal<>();

    /**
     * @param manager of the transactions that the business writes run in
     * @param dataSource the one whose transactions it manages
     */
    public SpringTransactions(PlatformTransactionManager manager, DataSource dataSource) {
        this.manager = manager;
        this.dataSource = plain(dataSource);
    }

    /**
     * The same transactions, those that are begun here at READ COMMITTED, for what locks rows and then waits for something: at InnoDB's own isolation its locks reach into the gaps
     * beside them, and who writes there waits with it.
     */
    public SpringTransactions readCommitted() {
        return new SpringTransactions(new ReadCommitted(manager), dataSource);
    }

    /** The data source itself, where this one hands out the connections of open transactions. */
    public static DataSource plain(DataSource dataSource) {
        DataSource target =
                dataSource instanceof TransactionAwareDataSourceProxy proxy ? proxy.getTargetDataSource() : null;
        return target == null ? dataSource : target;
    }

    /** The manager of the transactions. */
    public PlatformTransactionManager manager() {
        return manager;
    }

    @Override
    public boolean joins() {
        return open() != null;
    }

    private @Nullable ConnectionHolder open() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                        && TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder
                ? holder
                : null;
    }

    /**
     * The connection of the transaction that is open on this thread.
     *
     * @throws IllegalStateException if there is none, or if it is in auto-commit mode: a record written through it would not be part of the business
     *     transaction
     */
    @Override
    public Connection connection() {
        ConnectionHolder open = open();
        if (open == null) {
            throw new IllegalStateException(SpringTexts.noTransaction());
        }
        return inTransaction(open).getConnection();
    }

    private static ConnectionHolder inTransaction(ConnectionHolder holder) {
        try {
            if (holder.getConnection().getAutoCommit()) {
                throw new IllegalStateException(SpringTexts.autoCommit());
            }
            return holder;
        } catch (SQLException e) {
            throw new StoreUnavailableException(e);
        }
    }

    /** Taken in a transaction that was begun here, outside all savepoints. */
    @Override
    public boolean keepBack(LastStatement statement) {
        OwnTransaction mine = current.get();
        return mine != null && mine.keepBack(statement, connection());
    }

    @Override
    public <R extends @Nullable Object> R run(Unit<R> unit) throws Exception {
        ConnectionHolder open = open();
        OwnTransaction outer = current.get();
        try {
            if (open != null) {
                current.remove();
                return run(unit, JoinedTransaction.begin(manager, inTransaction(open)));
            }
            OwnTransaction own = OwnTransaction.begin(manager);
            current.set(own);
            return run(unit, own);
        } finally {
            if (outer == null) {
                current.remove();
            } else {
                current.set(outer);
            }
        }
    }

    private static <R extends @Nullable Object> R run(Unit<R> unit, OpenUnit transaction) throws Exception {
        Ended<R> ended;
        try {
            ended = unit.run();
        } catch (Throwable failure) {
            transaction.rollBack(failure);
            throw failure;
        }
        if (ended.kept()) {
            transaction.keep();
        } else {
            transaction.rollBack(null);
        }
        return ended.result();
    }

    @Override
    public boolean retryable(Throwable failure) {
        return SqlFailures.retryable(failure);
    }
}
