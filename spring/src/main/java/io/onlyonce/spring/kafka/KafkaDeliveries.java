package io.onlyonce.spring.kafka;

import io.onlyonce.messaging.BackOff;
import io.onlyonce.messaging.DeadLetters;
import io.onlyonce.messaging.IdempotentConsumer;
import io.onlyonce.spring.OnlyOnceProperties.Messaging;
import io.onlyonce.spring.kafka.IdempotentRecords.Broker;
import io.onlyonce.spring.kafka.IdempotentRecords.Container;
import java.time.Duration;
import org.springframework.kafka.core.ProducerFactory;

/** What all {@code @Idempotent} listeners of a broker share: the way to their dead letters. Thread-safe; to be closed when its listeners have stopped. */
public final class KafkaDeliveries implements AutoCloseable {
    private final ProducerFactory<?, ?> producers;
    private final Messaging settings;
    private final KafkaSends sends;

    /**
     * @param producers knows the brokers that dead letters are sent to and read from; how it makes producers does not matter
     */
    public KafkaDeliveries(ProducerFactory<?, ?> producers, Messaging settings) {
        this.producers = producers;
        this.settings = settings;
        this.sends = new KafkaSends(producers, settings.confirmPatience());
    }

    IdempotentRecords of(IdempotentConsumer consumer, ListenerCall listener, Container container) {
        return new IdempotentRecords(
                consumer,
                listener,
                new Broker(
                        sends,
                        new BackOff(settings.retryAfter(), settings.greatestDelay()),
                        settings.deadLetterSuffix()),
                container);
    }

    /** After how long a record is read again at the earliest. */
    Duration shortestDelay() {
        return settings.retryAfter();
    }

    /** What was given up of the messages that were read from this topic. */
    DeadLetters deadLetters(String topic) {
        return new KafkaDeadLetters(producers, sends, topic + settings.deadLetterSuffix(), topic);
    }

    @Override
    public void close() {
        sends.close();
    }
}
