package io.onlyonce;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How an operation is kept to one effect. The two kinds promise different things, so they are different types. */
public sealed interface Guarantee<T extends @Nullable Object> {

    /**
     * The effect is one database transaction, and the record rides in it: both commit, or neither does. No lease, no clean-up, nothing left behind.
     *
     * @param maxAttempts how often the whole transaction is run at most when the database picks it as a deadlock's victim or cannot serialise it;
     *     1 = never again once the work has begun
     */
    record Transactional<T extends @Nullable Object>(int maxAttempts) implements Guarantee<T> {
        public Transactional {
            if (maxAttempts < 1) {
                throw new IllegalArgumentException("maxAttempts is " + maxAttempts + "; it must be 1 or more.");
            }
        }
    }

    /**
     * The effect is not one transaction (a remote call, a Redis-only effect): the record is claimed for a time that a heartbeat renews, and each
     * later write names the claim's fence.
     *
     * @param lease how long a claim lasts without a renewal; at least 100 ms
     * @param whenAbandoned what a retry does when a claim's lease ran out and nobody knows how far the work got
     * @param releasedBy exceptions that prove that nothing has left the process; after them a retry runs afresh. After any other exception the
     *     outcome counts as unknown.
     */
    record Leased<T extends @Nullable Object>(
            Duration lease, WhenAbandoned<T> whenAbandoned, List<Class<? extends Exception>> releasedBy)
            implements Guarantee<T> {
        public Leased {
            if (lease.compareTo(Duration.ofMillis(100)) < 0 || lease.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException(
                        "The lease is " + lease + "; it must lie between 100 ms and 1 day. A heartbeat renews it, so"
                                + " it bounds how long a dead process blocks its key, not how long the work may take.");
            }
            releasedBy = List.copyOf(releasedBy);
        }

        /** A lease whose loss leaves the outcome unknown: retries are refused until somebody resolves it. The safe default for money. */
        public static <T extends @Nullable Object> Leased<T> of(Duration lease) {
            return new Leased<>(lease, new WhenAbandoned.Refuse<>(), List.of());
        }
    }
}
