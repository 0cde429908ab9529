package io.onlyonce.messaging;

import java.time.Duration;

/** What is to become of a message at its broker. Whoever feeds the consumer does just that, and never acknowledges on its own. Immutable. */
public sealed interface Disposition {
    /** It is dealt with and what it did is durable: acknowledge it. */
    record Acknowledge(Because because) implements Disposition {
        /** Why it is dealt with. */
        public enum Because {
            /** The work was done now. */
            DONE,
            /** It was done before. */
            DUPLICATE,
            /** There was nothing to do, and nothing is remembered. */
            NOTHING
        }
    }

    /**
     * It is not dealt with: do not acknowledge it, have it delivered again.
     *
     * @param delay after which that makes sense; sooner does no harm
     * @param detail for the log
     */
    record Later(Duration delay, Why why, String detail) implements Disposition {
        /** Why it is not dealt with yet. */
        public enum Why {
            /** Another delivery of it is at work; that has not committed. */
            IN_PROGRESS,
            /** The store can't be reached: nothing was done, or nobody knows. */
            STORE_DOWN,
            /** The work failed and may be tried again. */
            FAILED,
            /** The thread was interrupted; the try is not counted. */
            INTERRUPTED
        }
    }

    /**
     * It will never be dealt with as it is: send it to the dead letters with its cause, confirmed, and then acknowledge it here. A copy of it gets the same answer and is
     * not run, until somebody re-drives it.
     *
     * @param cause for the people who look after dead letters, at most 500 characters
     * @param tries how many of them had failed; 0 if it could not be tried
     */
    record DeadLetter(String cause, int tries) implements Disposition {}
}
