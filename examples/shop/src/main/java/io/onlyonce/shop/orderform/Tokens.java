package io.onlyonce.shop.orderform;

import io.onlyonce.Scope;
import io.onlyonce.jdbc.JdbcTokenMaintenance;
import io.onlyonce.jdbc.JdbcTokenStore;
import io.onlyonce.token.TokenBinding;
import java.time.Duration;
import java.time.Instant;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The shop's one-time tokens: to one user for one purpose, ten minutes by the database's clock. */
@Component
public class Tokens {
    private static final Duration LIFETIME = Duration.ofMinutes(10);
    private static final int BATCH = 500;

    private final JdbcTokenStore store;
    private final JdbcTokenMaintenance maintenance;

    Tokens(JdbcTokenStore store, JdbcTokenMaintenance maintenance) {
        this.store = store;
        this.maintenance = maintenance;
    }

    /** A token as its owner gets it; it can't be read again later. */
    public record Issued(String token, String purpose, Instant expiresAt) {
        @Override
        public String toString() {
            return "Issued[" + purpose + ", " + expiresAt + "]";
        }
    }

    /** Issues a token to one user for one purpose. */
    @Transactional
    public Issued issue(String userId, String purpose) {
        io.onlyonce.token.Issued issued = store.issue(binding(userId, purpose), LIFETIME);
        return new Issued(issued.token().text(), purpose, issued.expiresAt());
    }

    /** What such a token is bound to. */
    static TokenBinding binding(String userId, String purpose) {
        return TokenBinding.of(purpose, Scope.of(userId));
    }

    /** Removes what has expired, used or not. */
    @Scheduled(fixedDelayString = "PT1M", initialDelayString = "PT1M")
    public void purge() {
        while (maintenance.purgeExpired(BATCH) == BATCH) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
    }
}
