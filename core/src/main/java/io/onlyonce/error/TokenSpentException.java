package io.onlyonce.error;

import io.onlyonce.token.Issued;
import java.time.Duration;
import java.util.function.Function;

/**
 * The work failed after its one-time token had been consumed, and everything but that was rolled back. Its {@linkplain #getCause() cause} is what the work threw.
 * The old token is refused from now on; {@link #freshToken} gives one with which the client may try again.
 */
public final class TokenSpentException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    private final transient Function<Duration, Issued> issuer;

    public TokenSpentException(Exception cause, Function<Duration, Issued> issuer) {
        super("token-spent", ErrorTexts.tokenSpent(cause), cause);
        this.issuer = issuer;
    }

    /**
     * Issues a token with the same binding; another one at each call.
     *
     * @param lifetime one second to 366 days
     */
    public Issued freshToken(Duration lifetime) {
        return issuer.apply(lifetime);
    }
}
