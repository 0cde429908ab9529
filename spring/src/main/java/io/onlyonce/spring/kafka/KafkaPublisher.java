package io.onlyonce.spring.kafka;

import io.onlyonce.messaging.outbox.MessagePublisher;
import io.onlyonce.messaging.outbox.OutgoingMessage;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.springframework.kafka.core.ProducerFactory;

/**
 * The outbox's way to Kafka: a message's destination is the topic, its key the record's key, its id the header {@code message-id}. A message is confirmed when all replicas in
 * sync have it; one for a topic that is not there is refused. Its producer is its own, with {@code acks=all} and idempotent. Thread-safe; to be closed.
 */
public final class KafkaPublisher implements MessagePublisher, AutoCloseable {
    private final KafkaSends sends;

    /**
     * @param producers knows the brokers; how it makes producers does not matter
     * @param patience how long the confirms of one batch are waited for, 1 ms or longer
     */
    public KafkaPublisher(ProducerFactory<?, ?> producers, Duration patience) {
        this.sends = new KafkaSends(producers, patience);
    }

    /**
     * @throws KafkaException if the broker can't be reached
     */
    @Override
    public List<Sent> send(List<OutgoingMessage> messages) throws InterruptedException {
        return sends.send(messages.stream().map(KafkaMessages::of).toList());
    }

    @Override
    public void close() {
        sends.close();
    }
}
