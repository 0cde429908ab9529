package io.onlyonce.testkit.contract;

import io.onlyonce.token.Consumption;
import io.onlyonce.token.ImmediateTokenStore;
import io.onlyonce.token.Issued;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenStore;
import io.onlyonce.token.TransactionalTokenStore;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Drives a token store of either kind through the same verbs, so that what holds for both is tested once. Thread-safe. */
public interface TokenDriver {
    /** Does something in a transaction if the store needs one; durable when it returns. */
    <R extends @Nullable Object> R durably(Callable<R> step);

    /** The store. */
    TokenStore store();

    /** Issues a token; durable when it returns. */
    default Issued issue(TokenBinding binding, Duration lifetime) {
        return durably(() -> store().issue(binding, lifetime));
    }

    /** Consumes a token; durable when it returns. */
    default Consumption consume(OneTimeToken token, TokenBinding binding) {
        return durably(() -> store().consume(token, binding));
    }

    /** Drives a store whose tokens ride in transactions: each verb is one, run again as a whole when the database asks for it. */
    static TokenDriver of(TransactionalTokenStore store, TransactionRunner transactions) {
        return new Transacted(store, transactions);
    }

    /** Drives a store whose verbs are durable by themselves. */
    static TokenDriver of(ImmediateTokenStore store) {
        return new Immediate(store);
    }

    /** Each verb is a transaction of its own. */
    record Transacted(TokenStore store, TransactionRunner transactions) implements TokenDriver {
        private static final int ATTEMPTS = 50;

        @Override
        public <R extends @Nullable Object> R durably(Callable<R> step) {
            for (int attempt = 1; ; attempt++) {
                try {
                    return transactions.<R>run(() -> Ended.commit(step.call()));
                } catch (Exception e) {
                    if (attempt == ATTEMPTS || !transactions.retryable(e)) {
                        throw new AssertionError("The transaction failed at attempt " + attempt + ": " + e, e);
                    }
                }
            }
        }
    }

    /** Each verb is all. */
    record Immediate(TokenStore store) implements TokenDriver {
        @Override
        public <R extends @Nullable Object> R durably(Callable<R> step) {
            try {
                return step.call();
            } catch (Exception e) {
                throw new AssertionError("The store failed: " + e, e);
            }
        }
    }
}
