package io.onlyonce.spring.amqp;

import io.onlyonce.messaging.outbox.MessagePublisher;
import io.onlyonce.messaging.outbox.OutgoingMessage;
import io.onlyonce.spring.amqp.ConfirmedSends.Posting;
import java.time.Duration;
import java.util.List;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;

/**
 * The outbox's way to RabbitMQ: a message's destination is the exchange, its key the routing key, its id AMQP's {@code message-id}. A message is confirmed when the broker has
 * stored it in every queue that gets it; one that no queue gets is refused. To reach a queue by its name, take the destination {@value #DEFAULT_EXCHANGE}. Thread-safe.
 */
public final class RabbitPublisher implements MessagePublisher {
    /** The destination for messages whose key is the name of a queue. */
    public static final String DEFAULT_EXCHANGE = ConfirmedSends.DEFAULT_EXCHANGE;

    private final ConfirmedSends sends;

    /**
     * @param connections with correlated publisher confirms and returns
     * @param patience how long the confirms of one batch are waited for
     * @throws io.onlyonce.error.MisuseException if the connections give none
     */
    public RabbitPublisher(ConnectionFactory connections, Duration patience) {
        this.sends = new ConfirmedSends(connections, patience);
    }

    /**
     * @throws AmqpException if the broker can't be reached
     */
    @Override
    public List<Sent> send(List<OutgoingMessage> messages) throws InterruptedException {
        return sends.send(messages.stream()
                .map(message -> new Posting(
                        message.destination(), message.key() == null ? "" : message.key(), AmqpMessages.of(message)))
                .toList());
    }
}
