package io.onlyonce.spring.kafka;

import io.onlyonce.messaging.IdempotentConsumer;
import io.onlyonce.messaging.Redrive;
import io.onlyonce.record.RefusedRecords;
import io.onlyonce.spring.OnlyOnceProperties.Messaging;
import io.onlyonce.spring.kafka.IdempotentRecords.Broker;
import io.onlyonce.spring.kafka.IdempotentRecords.Container;
import io.onlyonce.spring.messaging.ListenerConsumers;
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
                new Broker(sends, settings.greatestDelay(), settings.deadLetterSuffix()),
                container);
    }

    /** After how long a record is read again at the earliest. */
    Duration shortestDelay() {
        return settings.retryAfter();
    }

    /** The re-drive of a consumer's dead letters that were read from this topic. */
    public Redrive redrive(ListenerConsumers consumers, String consumer, String topic, RefusedRecords records) {
        KafkaDeadLetters letters = new KafkaDeadLetters(producers, sends, topic + settings.deadLetterSuffix());
        return new Redrive(consumers.named(consumer), records, letters);
    }

    @Override
    public void close() {
        sends.close();
    }
}
