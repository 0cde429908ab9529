package io.onlyonce.messaging;

import io.onlyonce.Attempt;

/**
 * What a message is for. It runs in the transaction that also holds the message's record, on the calling thread, and may run again after that was rolled back. It must not
 * commit, roll back or open a second connection.
 */
@FunctionalInterface
public interface MessageWork {
    /**
     * Deals with a message.
     *
     * @return whether there was something to do; "nothing" is not remembered
     * @throws Exception if it failed: all that it wrote is rolled back
     */
    Worked run(Delivered message, Attempt attempt) throws Exception;
}
