package io.onlyonce.spring.amqp;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import io.onlyonce.messaging.DeadLetters;
import io.onlyonce.messaging.outbox.MessagePublisher.Sent;
import io.onlyonce.spring.amqp.ConfirmedSends.Posting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.connection.Connection;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.connection.RabbitUtils;
import org.springframework.amqp.rabbit.support.DefaultMessagePropertiesConverter;

/**
 * A queue of dead letters in RabbitMQ, ours and those that the broker put there itself. Each goes back to the queue that it was read from, confirmed, before it is removed. No
 * more are taken than were there at the start, so that one that comes back meanwhile waits for the next run. Thread-safe.
 */
final class RabbitDeadLetters implements DeadLetters {
    private static final Logger log = LoggerFactory.getLogger(RabbitDeadLetters.class);

    private final ConnectionFactory connections;
    private final ConfirmedSends sends;
    private final String queue;
    private final String source;
    private final DefaultMessagePropertiesConverter converter = new DefaultMessagePropertiesConverter();

    /**
     * @param queue where the dead letters are
     * @param source where those go that don't tell where they were read
     */
    RabbitDeadLetters(ConnectionFactory connections, ConfirmedSends sends, String queue, String source) {
        this.connections = connections;
        this.sends = sends;
        this.queue = queue;
        this.source = source;
    }

    /** On a channel of its own, which closes for good: whatever was taken and not removed is back in its place then. */
    @Override
    public int sendBack(int limit, Before before) throws Exception {
        return onChannel(channel -> sendBack(channel, limit, before));
    }

    @Override
    public long count() throws Exception {
        return onChannel(this::count);
    }

    private interface Work<T> {
        T on(Channel channel) throws Exception;
    }

    private <T> T onChannel(Work<T> work) throws Exception {
        try (Connection connection = connections.createConnection();
                Channel channel = connection.createChannel(false)) {
            try {
                return work.on(channel);
            } finally {
                RabbitUtils.setPhysicalCloseRequired(channel, true); // the next close on this thread asks for it
            }
        }
    }

    private long count(Channel channel) throws IOException {
        return channel.queueDeclarePassive(queue).getMessageCount();
    }

    private int sendBack(Channel channel, int limit, Before before) throws Exception {
        long there = count(channel);
        int sent = 0;
        for (long left = there; left > 0 && sent < limit; left--) {
            GetResponse taken = channel.basicGet(queue, false);
            if (taken == null) {
                return sent;
            }
            sent += sendBack(channel, taken, before);
        }
        return sent;
    }

    private int sendBack(Channel channel, GetResponse taken, Before before) throws Exception {
        Message letter = message(taken);
        String home = AmqpMessages.source(letter).orElse(source);
        before.sendBack(AmqpMessages.delivered(letter, home));
        Sent answer = sends.send(Posting.toQueue(home, AmqpMessages.asItWas(letter)));
        if (answer instanceof Sent.Refused refused) {
            log.error(AmqpTexts.refusedBack(home, refused.cause()));
            return 0;
        }
        if (!(answer instanceof Sent.Confirmed)) {
            throw new IOException(answer.toString());
        }
        channel.basicAck(taken.getEnvelope().getDeliveryTag(), false);
        return 1;
    }

    private Message message(GetResponse taken) {
        return new Message(
                taken.getBody(),
                converter.toMessageProperties(taken.getProps(), taken.getEnvelope(), StandardCharsets.UTF_8.name()));
    }
}
