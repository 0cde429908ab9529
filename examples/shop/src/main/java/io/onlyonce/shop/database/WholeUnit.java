package io.onlyonce.shop.database;

import io.onlyonce.transaction.TransactionRunner;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Runs a transaction again when the database picked it as a deadlock's victim. The database has rolled back everything by then, so the whole unit is run again,
 * never a part of it: call this outside the transaction. OnlyOnce does the same for what it protects. Thread-safe.
 */
@Component
public class WholeUnit {
    private static final int ATTEMPTS = 3;

    private final TransactionRunner transactions;

    WholeUnit(TransactionRunner transactions) {
        this.transactions = transactions;
    }

    /**
     * @param transaction a call that opens its own transaction
     * @throws RuntimeException what the last attempt failed with; nothing was done
     */
    public <T> T retried(Supplier<T> transaction) {
        for (int attempt = 1; ; attempt++) {
            try {
                return transaction.get();
            } catch (RuntimeException failure) {
                if (attempt == ATTEMPTS || !transactions.retryable(failure)) {
                    throw failure;
                }
            }
        }
    }
}
