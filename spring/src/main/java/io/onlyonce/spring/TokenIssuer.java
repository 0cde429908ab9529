package io.onlyonce.spring;

import io.onlyonce.token.Issued;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenStore;
import io.onlyonce.token.TransactionalTokenStore;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;

/** Issues tokens whichever kind of store there is: a transactional one gets a transaction of its own, or joins the open one. Thread-safe. */
public final class TokenIssuer {
    private final TokenStore store;
    private final TransactionRunner transactions;

    public TokenIssuer(TokenStore store, TransactionRunner transactions) {
        this.store = store;
        this.transactions = transactions;
    }

    /**
     * Issues a token; as {@link TokenStore#issue}. In an open transaction a transactional store's token can be consumed once that has committed.
     *
     * @throws io.onlyonce.error.StoreUnavailableException if the store cannot be reached
     */
    public Issued issue(TokenBinding binding, Duration lifetime) {
        if (!(store instanceof TransactionalTokenStore)) {
            return store.issue(binding, lifetime);
        }
        try {
            return transactions.run(() -> Ended.commit(store.issue(binding, lifetime)));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("A unit that throws no checked exception threw one.", e);
        }
    }
}
