package io.onlyonce.messaging.outbox;

/** Hears of an outbox: metrics and alarms hang here. Must be thread-safe and must not throw. */
@FunctionalInterface
public interface OutboxEvents {
    /** Does nothing; the relay writes its log by itself. */
    OutboxEvents NONE = (outbox, run) -> {};

    /** A run has ended, and what came of it is durable. Also where nothing was due. */
    void relayed(String outbox, Relayed run);
}
