package io.onlyonce;

import io.onlyonce.error.ErrorTexts;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How an operation is kept to one effect. The two kinds promise different things, so they are different types. */
public sealed interface Guarantee<T extends @Nullable Object> {

    /**
     * The effect is one database transaction, and the record rides in it: both commit, or neither does. No lease, no clean-up, nothing left behind.
     *
     * <p>By default the key is <strong>claimed first</strong>: the work runs only in the call that has the key, and copies wait for it.
     *
     * @param maxAttempts how often the whole transaction is run at most when the database picks it as a deadlock's victim or cannot serialise it;
     *     1 = never again once the work has begun
     * @param recordAtEnd whether the work runs before the key is looked at, see {@link #recordedAtEnd()}
     */
    record Transactional<T extends @Nullable Object>(int maxAttempts, boolean recordAtEnd) implements Guarantee<T> {
        public Transactional {
            if (maxAttempts < 1) {
                throw new IllegalArgumentException("maxAttempts is " + maxAttempts + "; it must be 1 or more.");
            }
        }

        /** Claims the key first. */
        public Transactional(int maxAttempts) {
            this(maxAttempts, false);
        }

        /**
         * The same, but the work runs first, and the whole record is written by one statement behind it: a first call costs one statement less. Where a copy was
         * quicker that statement fails, everything is rolled back, and the copy's answer is given.
         *
         * <p>So the work of each copy <strong>runs</strong>, and only one of them commits. That declares that all its effects lie in this transaction: nothing is
         * sent, published or counted elsewhere. Work that fails may have failed because the first call has changed the data, so its failure is told only when there
         * is no answer to be repeated.
         */
        public Transactional<T> recordedAtEnd() {
            return new Transactional<>(maxAttempts, true);
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
     * @param backstop what refuses a second effect when the record of the first is lost; null = nothing does
     * @param openWhenStoreDown whether the work runs while the store cannot be reached, with nothing but the backstop behind it; otherwise it does not
     */
    record Leased<T extends @Nullable Object>(
            Duration lease,
            WhenAbandoned<T> whenAbandoned,
            List<Class<? extends Exception>> releasedBy,
            @Nullable Backstop backstop,
            boolean openWhenStoreDown)
            implements Guarantee<T> {
        /**
         * @throws IllegalArgumentException if the lease is out of its bounds, or nothing stands behind an open operation
         */
        public Leased {
            if (lease.compareTo(Duration.ofMillis(100)) < 0 || lease.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException(
                        "The lease is " + lease + "; it must lie between 100 ms and 1 day. A heartbeat renews it, so"
                                + " it bounds how long a dead process blocks its key, not how long the work may take.");
            }
            releasedBy = List.copyOf(releasedBy);
            if (openWhenStoreDown && backstop == null) {
                throw new IllegalArgumentException(ErrorTexts.openWithoutBackstop());
            }
        }

        /** Without a backstop; closed while the store is down. */
        public Leased(Duration lease, WhenAbandoned<T> whenAbandoned, List<Class<? extends Exception>> releasedBy) {
            this(lease, whenAbandoned, releasedBy, null, false);
        }

        /** A lease whose loss leaves the outcome unknown: retries are refused until somebody resolves it. The safe default for money. */
        public static <T extends @Nullable Object> Leased<T> of(Duration lease) {
            return new Leased<>(lease, new WhenAbandoned.Refuse<>(), List.of());
        }

        /** The same, with another answer to a lost claim. */
        public Leased<T> whenAbandoned(WhenAbandoned<T> policy) {
            return new Leased<>(lease, policy, releasedBy, backstop, openWhenStoreDown);
        }

        /**
         * The same, with something behind it: where it refuses the work because the effect is there already, {@link WhenAbandoned.Resolve} is asked for
         * that effect's answer, the lost record is written again, and the call is a replay.
         */
        public Leased<T> backedBy(Backstop behind) {
            return new Leased<>(lease, whenAbandoned, releasedBy, behind, openWhenStoreDown);
        }

        /**
         * The same, but while the store cannot be reached the work runs without a record. Copies of a request may then run side by side; that only one of
         * them takes effect is up to the backstop. Not for work that reaches beyond the backstop's database.
         *
         * @throws IllegalArgumentException if there is no {@link #backedBy backstop}
         */
        public Leased<T> open() {
            return new Leased<>(lease, whenAbandoned, releasedBy, backstop, true);
        }
    }
}
