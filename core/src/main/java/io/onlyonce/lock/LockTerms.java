package io.onlyonce.lock;

import io.onlyonce.error.ErrorTexts;
import java.time.Duration;

/**
 * How long to wait for a lock, and how long it outlives its holder. Immutable.
 *
 * @param patience how long to try at most, zero to five minutes; zero = once
 * @param lease 100 ms to one day. It is renewed while the work runs, so it bounds how long a dead process keeps the others out, not how long the work may
 *     take
 */
public record LockTerms(Duration patience, Duration lease) {
    /**
     * @throws IllegalArgumentException if one of them is out of its bounds
     */
    public LockTerms {
        if (patience.isNegative() || patience.compareTo(Duration.ofMinutes(5)) > 0) {
            throw new IllegalArgumentException(ErrorTexts.lockPatience(patience));
        }
        if (lease.compareTo(Duration.ofMillis(100)) < 0 || lease.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException(ErrorTexts.lockLease(lease));
        }
    }
}
