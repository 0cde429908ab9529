package io.onlyonce.shop.harness;

import java.util.List;

/** A broker, as a test sees it that gives messages to the shop. */
public interface BrokerSide extends AutoCloseable {
    /** A dead letter. */
    record Letter(String body, String cause, String tries) {}

    /** What the shop is told, as {@code name=value}. */
    List<String> settings();

    /** Where the shop reads {@code order.paid}. */
    String source();

    /**
     * Sends messages there; returns when the broker has them.
     *
     * @throws IllegalStateException if it may not have all of them
     */
    void send(List<String> bodies);

    /** How many messages lie there that no shop has been given. */
    long waiting();

    /** What lies among the dead letters; it stays there. */
    List<Letter> letters();

    /** Takes what was the test's own away. */
    @Override
    void close();
}
