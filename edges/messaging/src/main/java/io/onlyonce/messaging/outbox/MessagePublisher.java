package io.onlyonce.messaging.outbox;

import java.util.List;

/** Hands messages to a broker. Must be thread-safe. */
@FunctionalInterface
public interface MessagePublisher {
    /** What a broker has said to a message. */
    sealed interface Sent {
        /** The broker has it, as durably as it ever will. */
        record Confirmed() implements Sent {}

        /** The broker doesn't take <em>this</em> message, for example because nobody would get it. It counts as a failed try. */
        record Refused(String cause) implements Sent {}

        /** Nobody knows, for example because the time was over. It will be sent again, and its consumers may get it twice. */
        record Unconfirmed(String cause) implements Sent {}
    }

    /**
     * Sends all messages, then waits until each is confirmed, for a bounded time in all: a database transaction is open meanwhile. A message's id goes with it, and is the same
     * whenever it is sent.
     *
     * @return what was said to each, in their order
     * @throws Exception if the broker can't be reached. No message is to blame, none of them counts as tried; it must not be thrown because of a message
     */
    List<Sent> send(List<OutgoingMessage> messages) throws Exception;
}
