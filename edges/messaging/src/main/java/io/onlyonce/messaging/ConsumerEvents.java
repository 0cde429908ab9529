package io.onlyonce.messaging;

/** Hears of messages: metrics and alarms hang here. Must be thread-safe and must not throw. */
@FunctionalInterface
public interface ConsumerEvents {
    /** Does nothing; the consumer writes its log by itself. */
    ConsumerEvents NONE = (consumer, message, disposition) -> {};

    /** A delivery has had its turn. What its broker is told about it follows. */
    void disposed(String consumer, Delivered message, Disposition disposition);
}
