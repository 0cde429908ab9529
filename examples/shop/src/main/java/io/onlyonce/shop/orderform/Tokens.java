package io.onlyonce.shop.orderform;

import io.onlyonce.Scope;
import io.onlyonce.spring.TokenIssuer;
import io.onlyonce.token.TokenBinding;
import java.time.Duration;
import java.time.Instant;
import org.springframework.stereotype.Component;

/** The shop's one-time tokens: to one user for one purpose, ten minutes by the store's clock. */
@Component
public class Tokens {
    private static final Duration LIFETIME = Duration.ofMinutes(10);

    private final TokenIssuer issuer;

    Tokens(TokenIssuer issuer) {
        this.issuer = issuer;
    }

    /** A token as its owner gets it; it can't be read again later. */
    public record Issued(String token, String purpose, Instant expiresAt) {
        @Override
        public String toString() {
            return "Issued[" + purpose + ", " + expiresAt + "]";
        }
    }

    /** Issues a token to one user for one purpose. */
    public Issued issue(String userId, String purpose) {
        io.onlyonce.token.Issued issued = issuer.issue(binding(userId, purpose), LIFETIME);
        return new Issued(issued.token().text(), purpose, issued.expiresAt());
    }

    /** What such a token is bound to. */
    static TokenBinding binding(String userId, String purpose) {
        return TokenBinding.of(purpose, Scope.of(userId));
    }
}
