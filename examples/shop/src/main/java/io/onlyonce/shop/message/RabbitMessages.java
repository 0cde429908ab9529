package io.onlyonce.shop.message;

import io.onlyonce.spring.Idempotent;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;

/**
 * The transport over RabbitMQ. The outbox's relay publishes, with confirms; here a message has its turn, once, in one transaction with its record, and is acknowledged after that. What can't
 * be read, or has failed five times, goes to the dead letters with its cause.
 */
@Component
@Profile("rabbitmq")
class RabbitMessages {
    private final PointsAwards points;

    RabbitMessages(PointsAwards points) {
        this.points = points;
    }

    @RabbitListener(queues = "#{orderPaidQueue.name}")
    @Idempotent(operation = "points", key = "#payload['messageId']", remembers = JacksonException.class)
    void paid(Message message) {
        points.award(message.getBody());
    }
}
