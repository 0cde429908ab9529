package io.onlyonce.callback.reconcile;

import org.jspecify.annotations.Nullable;

/**
 * Where the provider's statement and the own books do not agree. Immutable.
 *
 * @param cause what the notices tell of it
 * @param notice the notice that tells most of it; null if there is none
 * @param statement the provider's line; null if it has none
 * @param booked the own line; null if there is none
 */
public record Difference(
        Kind kind,
        Cause cause,
        String channel,
        String transactionNo,
        Direction direction,
        @Nullable NoticeLine notice,
        @Nullable StatementLine statement,
        @Nullable BookedLine booked) {
    /** What differs. */
    public enum Kind {
        /** The provider has it, we do not. */
        MISSING_IN_BOOKS,
        /** We have it, the provider does not. */
        MISSING_AT_PROVIDER,
        /** Both have it, with different amounts or currencies. */
        AMOUNT,
        /** Both have it, for different payments. */
        PAYMENT_NO,
        /** The provider's statement has it more than once. */
        DOUBLED_AT_PROVIDER
    }

    /** What the notices tell of a difference. */
    public enum Cause {
        /** No notice of it was taken: it never came. What is in the books came there in another way. */
        NO_NOTICE,
        /** A notice of it is kept until what it builds on is there. */
        NOTICE_WAITING,
        /** A notice of it has waited too long and was put aside. */
        NOTICE_PARKED,
        /** A notice of it was doubtful; its outcome tells the {@link io.onlyonce.callback.Doubt}. */
        NOTICE_DOUBTFUL,
        /** A notice of it counts as done, and yet nothing is in the books: an error of the booking. */
        NOTICE_DONE_BUT_NOT_BOOKED,
        /** It was booked after the statement ended; the next one should have it. */
        NOT_YET_AT_PROVIDER,
        /** The notices tell nothing of why. */
        UNEXPLAINED
    }

    /**
     * The same text each time that this difference is found, whatever is known of its cause by then, and no other difference's: store it under a unique key, and a
     * comparison may run any number of times. At most 255 ASCII characters.
     */
    public String identity() {
        return kind + " " + new MovementId(channel, transactionNo, direction);
    }
}
