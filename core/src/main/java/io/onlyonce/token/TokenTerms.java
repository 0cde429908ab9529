package io.onlyonce.token;

import io.onlyonce.error.ErrorTexts;
import java.time.Duration;

/**
 * How long a token is good, and how often.
 *
 * @param lifetime from now, by the store's clock: one second to 366 days
 * @param uses how often it may be consumed: 1 to 1,000,000
 */
public record TokenTerms(Duration lifetime, int uses) {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(366);
    private static final int MOST_USES = 1_000_000;

    /**
     * @throws IllegalArgumentException if one of them is out of its bounds
     */
    public TokenTerms {
        if (lifetime.compareTo(SHORTEST) < 0 || lifetime.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(ErrorTexts.tokenLifetime(lifetime));
        }
        if (uses < 1 || uses > MOST_USES) {
            throw new IllegalArgumentException(ErrorTexts.tokenUses(uses));
        }
    }

    /** To be consumed once within the lifetime. */
    public static TokenTerms once(Duration lifetime) {
        return new TokenTerms(lifetime, 1);
    }
}
