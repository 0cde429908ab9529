package io.onlyonce.messaging;

/** The messages that were given up, at their broker. Must be thread-safe. */
public interface DeadLetters {
    /** What happens to a message before it is sent back. */
    @FunctionalInterface
    interface Before {
        /**
         * @param message as its consumer saw it: with the source that it was read from, and its own headers and {@link DeadLetterHeaders}
         * @throws Exception if it must stay
         */
        void sendBack(Delivered message) throws Exception;
    }

    /**
     * Sends messages back to where they were read, the oldest first. For each of them: {@code before}, then send it without {@link DeadLetterHeaders} but otherwise as it is,
     * have that confirmed, and only then remove it from here. One that the broker refuses, for example because the place where it was read is gone, stays, and this goes on to
     * the next; if anything else fails, the message stays, and this ends.
     *
     * @param limit how many at most
     * @return how many were sent back
     * @throws Exception if nobody knows whether one was sent back, {@code before} has failed, or the broker could not be reached
     */
    int sendBack(int limit, Before before) throws Exception;

    /**
     * How many there are now, as far as the broker knows.
     *
     * @throws Exception if the broker does not say
     */
    long count() throws Exception;
}
