package io.onlyonce.spring.amqp;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import io.onlyonce.messaging.DeadLetters;
import io.onlyonce.messaging.outbox.MessagePublisher.Sent;
import io.onlyonce.spring.amqp.ConfirmedSends.Posting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.connection.Connection;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.support.DefaultMessagePropertiesConverter;

/**
 * A queue of dead letters in RabbitMQ, ours and those that the broker put there itself. Each goes back to the queue that it was read from, confirmed, before it is removed.
 * Thread-safe.
 */
public final class RabbitDeadLetters implements DeadLetters {
    private static final Logger log = LoggerFactory.getLogger(RabbitDeadLetters.class);

    private final ConnectionFactory connections;
    private final ConfirmedSends sends;
    private final String queue;
    private final DefaultMessagePropertiesConverter converter = new DefaultMessagePropertiesConverter();

    /**
     * @param connections with correlated publisher confirms and returns
     * @param queue where the dead letters are
     * @param patience how long a confirm is waited for
     * @throws io.onlyonce.error.MisuseException if the connections give none
     */
    public RabbitDeadLetters(ConnectionFactory connections, String queue, Duration patience) {
        this.connections = connections;
        this.sends = new ConfirmedSends(connections, patience);
        this.queue = queue;
    }

    /** On a channel of its own: whatever was taken and not removed is back in its place when that closes. */
    @Override
    public int sendBack(int limit, Before before) throws Exception {
        List<Long> homeless = new ArrayList<>();
        int sent = 0;
        try (Connection connection = connections.createConnection();
                Channel channel = connection.createChannel(false)) {
            try {
                GetResponse taken = sent < limit ? channel.basicGet(queue, false) : null;
                while (taken != null) {
                    long tag = taken.getEnvelope().getDeliveryTag();
                    Message letter = message(taken);
                    Optional<String> source = AmqpMessages.source(letter);
                    if (source.isEmpty()) {
                        log.error(AmqpTexts.noSource());
                        homeless.add(tag);
                    } else {
                        sendBack(channel, tag, letter, source.get(), before);
                        sent++;
                    }
                    taken = sent < limit ? channel.basicGet(queue, false) : null;
                }
            } finally {
                for (long tag : homeless) {
                    channel.basicNack(tag, false, true);
                }
            }
        }
        return sent;
    }

    private void sendBack(Channel channel, long tag, Message letter, String source, Before before) throws Exception {
        try {
            before.sendBack(AmqpMessages.delivered(letter, source));
            Sent answer = sends.send(Posting.toQueue(source, AmqpMessages.asItWas(letter)));
            if (!(answer instanceof Sent.Confirmed)) {
                throw new IOException(answer.toString());
            }
        } catch (Exception e) {
            channel.basicNack(tag, false, true);
            throw e;
        }
        channel.basicAck(tag, false);
    }

    private Message message(GetResponse taken) {
        return new Message(
                taken.getBody(),
                converter.toMessageProperties(taken.getProps(), taken.getEnvelope(), StandardCharsets.UTF_8.name()));
    }
}
