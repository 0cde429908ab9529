package io.onlyonce.messaging;

/** What a message's work has come to. */
public enum Worked {
    /** The message is dealt with, and every copy of it is a duplicate. Also where there was nothing to write because the work found it done. */
    DONE,
    /**
     * It was not for this consumer, or empty: whatever was written is rolled back, no record stays, and the next message with this id has its turn. It is acknowledged, and
     * the log says so.
     */
    NOTHING
}
