package io.onlyonce.token;

import io.onlyonce.Guarantee;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Work;
import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.TokenRefusedException;
import io.onlyonce.error.TokenSpentException;
import org.jspecify.annotations.Nullable;

/**
 * Runs an operation once per token: the token lets the work in, its record gives every repeat the first answer. Thread-safe.
 *
 * <p>The story: the record is claimed under the hash of token and binding, so copies of a request wait for each other. Whoever claims it consumes the token,
 * then works. What follows depends on the store:
 * <ul>
 *   <li>{@link TransactionalTokenStore}: token, record and business writes commit together. After a failure, a rollback or a crash the token is good again.
 *   <li>{@link ImmediateTokenStore}: the token is consumed before the work. If the work throws, everything else is rolled back; {@link
 *       TokenSpentException} says so and issues a fresh token. After a crash the client asks for a fresh token itself.
 * </ul>
 *
 * <p>Where the outcome is unknown ({@link io.onlyonce.error.CommitUnknownException}, a client's time-out, a crash) the client repeats with the <em>old</em>
 * token: either the record gives it the answer, or nothing was done, and the token is good again or, of an immediate store, refused. A fresh token is a new
 * request; that it has no second effect is for a business number with a unique key to see to, such as the order's or the payment's.
 *
 * <p>A remembered {@link io.onlyonce.Refusal} is the token's answer like any other. A token of several {@linkplain MultipleUse uses} has one effect here; for
 * one effect per use give each use an idempotency key of its own and call {@link TokenStore#consume} in the work. When the record's retention is over, a repeat
 * is refused.
 */
public final class TokenGate {
    private final OnlyOnce onlyOnce;
    private final TokenStore store;

    /**
     * @param onlyOnce a transactional one; with a transactional store: over the same transactions
     * @param store consumes the tokens
     */
    public TokenGate(OnlyOnce onlyOnce, TokenStore store) {
        this.onlyOnce = onlyOnce;
        this.store = store;
    }

    /**
     * Runs the work, or gives the answer that it gave before. With an immediate store {@link Outcome.RolledBack} means that the token is gone as well.
     *
     * @param operation with a {@linkplain Guarantee.Transactional transactional} guarantee
     * @return as {@link OnlyOnce#run}
     * @throws TokenRefusedException if the token is not good for this binding; nothing was done, and no token was used up
     * @throws TokenSpentException if the work failed and everything was rolled back but an immediate store's token; its cause is what the work threw
     * @throws MisuseException if the operation is leased
     * @throws Exception as {@link OnlyOnce#run}; a transactional store's token is good as before, unless the outcome is unknown
     */
    public <T extends @Nullable Object> Outcome<T> run(Operation<T> operation, TokenUse use, Work<T> work)
            throws Exception {
        if (!(operation.guarantee() instanceof Guarantee.Transactional)) {
            throw new MisuseException(ErrorTexts.tokenGuarantee(operation));
        }
        if (!use.token().isWellFormed()) {
            throw new TokenRefusedException();
        }
        Redemption redemption = new Redemption(use);
        try {
            return onlyOnce.run(operation, use.call(), attempt -> {
                redemption.redeem();
                try {
                    return work.run(attempt);
                } catch (Exception failure) {
                    redemption.failedBy = failure;
                    throw failure;
                }
            });
        } catch (Exception failure) {
            if (redemption.spent && failure == redemption.failedBy) { // what the work threw proves the rollback
                throw new TokenSpentException(failure, lifetime -> store.issue(use.binding(), lifetime));
            }
            throw failure;
        }
    }

    /** The consumption of one request's token, however often the database makes the engine run the work again. Confined to one thread. */
    private final class Redemption {
        private final TokenUse use;
        private boolean spent;
        private @Nullable Exception failedBy;

        Redemption(TokenUse use) {
            this.use = use;
        }

        void redeem() {
            if (spent) { // at once, before a rollback that did not give it back
                return;
            }
            if (store.consume(use.token(), use.binding()) instanceof Consumption.Refused) {
                throw new TokenRefusedException();
            }
            spent = store instanceof ImmediateTokenStore;
        }
    }
}
