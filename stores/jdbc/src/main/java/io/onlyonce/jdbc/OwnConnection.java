package io.onlyonce.jdbc;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Work on records, tokens or locks that commits by itself, on connections of its own; run again as a whole when the database gives it up. Thread-safe.
 *
 * <p>All of it throws {@link StoreUnavailableException} if the database cannot be reached, and {@link JdbcStoreException} if it refused.
 */
final class OwnConnection<S> {
    /** How often a transaction is run at most when the database gives it up; nothing but those is in it, so this needs nobody's leave. */
    private static final int ATTEMPTS = 10;

    private final DataSource dataSource;
    private final JdbcTransactions transactions;
    private final SqlSource<S> sql;

    OwnConnection(DataSource dataSource, SqlSource<S> sql) {
        this.dataSource = dataSource;
        this.transactions = new JdbcTransactions(dataSource);
        this.sql = sql;
    }

    /** What is done on the connection. */
    @FunctionalInterface
    interface Step<S, R extends @Nullable Object> {
        R take(Connection connection, S sql) throws SQLException;
    }

    /** Takes a step of one statement, which commits by itself. */
    <R extends @Nullable Object> R statement(Step<S, R> step) {
        return again(() -> autoCommitted(step));
    }

    /** The same at READ COMMITTED at most, whatever the connection's own isolation is. */
    <R extends @Nullable Object> R readCommitted(Step<S, R> step) {
        return statement((connection, sql) -> {
            int before = connection.getTransactionIsolation();
            if (before <= Connection.TRANSACTION_READ_COMMITTED) {
                return step.take(connection, sql);
            }
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            try {
                return step.take(connection, sql);
            } finally {
                connection.setTransactionIsolation(before);
            }
        });
    }

    /** Takes a step of several statements in one transaction. */
    <R extends @Nullable Object> R transaction(Step<S, R> step) {
        return again(() -> transacted(step));
    }

    private interface Attempt<R extends @Nullable Object> {
        R make() throws SQLException;
    }

    private static <R extends @Nullable Object> R again(Attempt<R> attempt) {
        for (int count = 1; ; count++) {
            try {
                return attempt.make();
            } catch (SQLException e) {
                if (count == ATTEMPTS || !SqlFailures.retryable(e)) {
                    throw SqlFailures.storeFailure(e);
                }
            }
        }
    }

    private <R extends @Nullable Object> R autoCommitted(Step<S, R> step) throws SQLException {
        Connection borrowed;
        try {
            borrowed = dataSource.getConnection();
        } catch (SQLException e) {
            throw new StoreUnavailableException(e);
        }
        try (Connection connection = borrowed) {
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true); // in the pool's eyes a change that it undoes
                try {
                    return step.take(connection, sql.on(connection));
                } finally {
                    connection.setAutoCommit(false);
                }
            }
            return step.take(connection, sql.on(connection));
        }
    }

    private <R extends @Nullable Object> R transacted(Step<S, R> step) throws SQLException {
        try {
            return transactions.run(() -> {
                Connection connection = transactions.connection();
                return Ended.commit(step.take(connection, sql.on(connection)));
            });
        } catch (SQLException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("A step throws nothing but SQLException; this one threw " + e, e);
        }
    }
}
