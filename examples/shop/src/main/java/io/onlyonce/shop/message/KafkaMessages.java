package io.onlyonce.shop.message;

import io.onlyonce.spring.Idempotent;
import org.springframework.context.annotation.Profile;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;

/**
 * The transport over Kafka. The outbox's relay publishes, and waits until all replicas have it; here a message has its turn, once, in one transaction with its record, and its offset is committed after that.
 * What can't be read, or has failed five times, goes to the dead letters with its cause.
 */
@Component
@Profile("kafka")
class KafkaMessages {
    private final PointsAwards points;

    KafkaMessages(PointsAwards points) {
        this.points = points;
    }

    @KafkaListener(topics = "#{orderPaidTopic.name}", groupId = "#{orderPaidTopic.name}-points")
    @Idempotent(operation = "points", key = "#payload['messageId']", remembers = JacksonException.class)
    void paid(byte[] message) {
        points.award(message);
    }
}
