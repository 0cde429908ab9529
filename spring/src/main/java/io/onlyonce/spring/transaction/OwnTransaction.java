package io.onlyonce.spring.transaction;

import io.onlyonce.error.CommitUnknownException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.jdbc.LastStatement;
import io.onlyonce.jdbc.PipelinedCommit;
import io.onlyonce.jdbc.SqlFailures;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A transaction of the unit's own, which is told how it ended: an exception at the commit may come before it, in it or after it. */
final class OwnTransaction implements OpenUnit, TransactionSynchronization {
    private static final Logger log = LoggerFactory.getLogger(OwnTransaction.class);

    private final PlatformTransactionManager manager;
    private final TransactionStatus transaction;
    private @Nullable LastStatement last;
    private @Nullable Connection connection;
    private @Nullable Integer end;

    private OwnTransaction(PlatformTransactionManager manager) {
        this.manager = manager;
        this.transaction = manager.getTransaction(new DefaultTransactionDefinition());
    }

    static OwnTransaction begin(PlatformTransactionManager manager) {
        try {
            OwnTransaction own = new OwnTransaction(manager);
            if (TransactionSynchronizationManager.isSynchronizationActive()) {
                TransactionSynchronizationManager.registerSynchronization(own);
            }
            return own;
        } catch (CannotCreateTransactionException e) {
            throw new StoreUnavailableException(e);
        }
    }

    /** Keeps the transaction's last statement back for {@link #keep()}. */
    boolean keepBack(LastStatement statement, Connection on) {
        try {
            if (last != null || !decidesAlone() || !PipelinedCommit.possible(on)) {
                return false;
            }
        } catch (SQLException e) {
            throw new StoreUnavailableException(e);
        }
        last = statement;
        connection = on;
        return true;
    }

    @Override
    public void afterCompletion(int status) {
        end = status;
    }

    @Override
    public void keep() {
        if (last != null && connection != null) {
            write(last, connection);
        }
        try {
            manager.commit(transaction);
        } catch (RuntimeException e) {
            if (isEnd(STATUS_COMMITTED)) {
                log.error(
                        "The transaction is committed, but something that was registered to run after the commit failed.",
                        e);
                return;
            }
            if (SqlFailures.connectionLost(e) || (isEnd(STATUS_UNKNOWN) && !isDatabasesAnswer(e))) {
                throw new CommitUnknownException(e);
            }
            throw e;
        }
    }

    /** Takes the commit along where nobody else has a say in it; the manager's own then finds nothing to be sent. */
    private void write(LastStatement statement, Connection on) {
        try {
            if (decidesAlone()) {
                statement.executeAndCommit(on);
            } else {
                statement.execute();
            }
        } catch (SQLException e) {
            rollBack(e);
            throw SqlFailures.connectionLost(e) ? new CommitUnknownException(e) : translated(e);
        } catch (RuntimeException e) {
            rollBack(e);
            throw e;
        }
    }

    /**
     * Whether the manager does nothing but to commit the connection: no persistence context is to be flushed, no mark rolls back, no callback and no listener comes first.
     */
    private boolean decidesAlone() {
        return manager instanceof DataSourceTransactionManager jdbc
                && jdbc.getTransactionExecutionListeners().isEmpty()
                && !transaction.isRollbackOnly()
                && TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.getSynchronizations().equals(List.of(this));
    }

    private RuntimeException translated(SQLException e) {
        DataAccessException known = manager instanceof JdbcTransactionManager jdbc
                ? jdbc.getExceptionTranslator().translate("JDBC commit", null, e)
                : null;
        return known != null ? known : new TransactionSystemException("JDBC commit failed", e);
    }

    private boolean isEnd(int status) {
        return end != null && end == status;
    }

    /** A pool that has thrown a broken connection away says so without an SQLState. */
    private static boolean isDatabasesAnswer(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException e && e.getSQLState() != null) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void rollBack(@Nullable Throwable cause) {
        try {
            manager.rollback(transaction);
        } catch (RuntimeException e) { // the connection is broken, and that undoes as much
            if (cause == null) {
                log.warn("A transaction could not be rolled back; the end of its connection ends it.", e);
            } else {
                cause.addSuppressed(e);
            }
        }
    }
}
