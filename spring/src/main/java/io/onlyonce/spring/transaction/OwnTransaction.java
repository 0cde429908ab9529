package io.onlyonce.spring.transaction;

import io.onlyonce.error.CommitUnknownException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.jdbc.SqlFailures;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A transaction of the unit's own, which is told how it ended: an exception at the commit may come before it, in it or after it. */
final class OwnTransaction implements OpenUnit, TransactionSynchronization {
    private static final Logger log = LoggerFactory.getLogger(OwnTransaction.class);

    private final PlatformTransactionManager manager;
    private final TransactionStatus transaction;
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

    @Override
    public void afterCompletion(int status) {
        end = status;
    }

    @Override
    public void keep() {
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
