package io.onlyonce.spring.messaging;

/**
 * An {@code @Idempotent} listener throws it to say that a message gave it nothing to do: it was not for it, or empty. What it wrote is rolled back, the message is acknowledged,
 * and no record stays: the next message with its id has its turn. A listener that returns normally has dealt with the message.
 */
public final class NothingToDoException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param why for the log
     */
    public NothingToDoException(String why) {
        super(why);
    }
}
