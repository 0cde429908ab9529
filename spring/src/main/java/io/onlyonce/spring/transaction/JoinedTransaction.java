package io.onlyonce.spring.transaction;

import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.jdbc.JdbcStoreException;
import io.onlyonce.jdbc.SqlFailures;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/**
 * A savepoint in the caller's transaction. A persistence context that takes part is flushed in front of it, so that the caller's writes do not fall behind
 * it, and again before a rollback, so that nothing of the unit is written later. Confined to one thread.
 */
final class JoinedTransaction implements OpenUnit {
    private final PlatformTransactionManager manager;
    private final TransactionStatus outer;
    private final ConnectionHolder holder;
    private final Connection connection;
    private final Savepoint savepoint;
    private final boolean doomedBefore;

    private JoinedTransaction(PlatformTransactionManager manager, TransactionStatus outer, ConnectionHolder holder)
            throws SQLException {
        this.manager = manager;
        this.outer = outer;
        this.holder = holder;
        this.connection = holder.getConnection();
        this.doomedBefore = holder.isRollbackOnly();
        this.savepoint = connection.setSavepoint();
    }

    static JoinedTransaction begin(PlatformTransactionManager manager, ConnectionHolder holder) {
        TransactionStatus outer =
                manager.getTransaction(new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_SUPPORTS));
        outer.flush();
        try {
            return new JoinedTransaction(manager, outer, holder);
        } catch (SQLException e) {
            throw refused(e);
        }
    }

    @Override
    public void keep() {
        try {
            connection.releaseSavepoint(savepoint);
        } catch (SQLException e) {
            throw refused(e);
        }
    }

    /** Also takes back the rollback-only mark that a failed inner {@code @Transactional} left. Where the unit threw nothing, its own failure is thrown. */
    @Override
    public void rollBack(@Nullable Throwable cause) {
        RuntimeException failure = null;
        try {
            outer.flush();
        } catch (RuntimeException e) { // the persistence context is broken
            failure = e;
        }
        try {
            connection.rollback(savepoint);
        } catch (SQLException e) { // the savepoint is gone, so the database has given the whole transaction up
            failure = refused(e);
        }
        if (failure != null) {
            doom();
            tell(cause, failure);
        } else if (!doomedBefore) {
            holder.resetRollbackOnly();
        }
    }

    /** What is left of the caller's transaction must not be committed. */
    private void doom() {
        holder.setRollbackOnly();
        manager.rollback(outer);
    }

    private static void tell(@Nullable Throwable cause, RuntimeException failure) {
        if (cause == null) {
            throw failure;
        }
        cause.addSuppressed(failure);
    }

    private static OnlyOnceException refused(SQLException e) {
        return SqlFailures.connectionLost(e) ? new StoreUnavailableException(e) : new JdbcStoreException(e);
    }
}
