package io.onlyonce.token;

import java.time.Duration;

/**
 * Issues one-time tokens and consumes them.
 *
 * <p>Life of a token: {@link #issue}, then {@link #consume} by exactly one of all who try, or its expiry. A store is of one of two kinds, and the kind says what
 * becomes of a consumed token when the work behind it fails: {@link TransactionalTokenStore} gives it back, {@link ImmediateTokenStore} does not.
 *
 * <p>Implementations are thread-safe, go by one clock for all instances (a signed token: by each instance's own, with leeway), keep no token's text, and throw
 * {@link io.onlyonce.error.StoreUnavailableException} if they cannot be reached.
 */
public sealed interface TokenStore permits TransactionalTokenStore, ImmediateTokenStore {
    /**
     * Issues a new token that can be consumed once.
     *
     * @param lifetime one second to 366 days
     * @throws IllegalArgumentException if the lifetime is out of its bounds
     */
    Issued issue(TokenBinding binding, Duration lifetime);

    /**
     * Consumes the token if it is good for this binding: one guarded step decides. A refused attempt changes nothing.
     *
     * @return {@link Consumption.Consumed} for as many callers as the token has uses, {@link Consumption.Refused} for all others
     */
    Consumption consume(OneTimeToken token, TokenBinding binding);
}
