package io.onlyonce.spring.transaction;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** Transactions of another manager, those that it begins at READ COMMITTED. */
record ReadCommitted(PlatformTransactionManager manager) implements PlatformTransactionManager {
    @Override
    public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
        DefaultTransactionDefinition mine =
                definition == null ? new DefaultTransactionDefinition() : new DefaultTransactionDefinition(definition);
        mine.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        return manager.getTransaction(mine);
    }

    @Override
    public void commit(TransactionStatus status) {
        manager.commit(status);
    }

    @Override
    public void rollback(TransactionStatus status) {
        manager.rollback(status);
    }
}
