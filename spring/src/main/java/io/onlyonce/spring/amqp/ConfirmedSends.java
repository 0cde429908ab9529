package io.onlyonce.spring.amqp;

import io.onlyonce.error.MisuseException;
import io.onlyonce.messaging.outbox.MessagePublisher.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.ReturnedMessage;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.core.RabbitOperations;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

/**
 * Sends messages, mandatory, and waits until the broker has confirmed them. It uses the publishers' connection, so that a broker which stops publishers does not stop consumers.
 * Thread-safe.
 */
final class ConfirmedSends {
    /** How RabbitMQ's tools call the exchange that has no name and leads to every queue by the queue's name. */
    static final String DEFAULT_EXCHANGE = "amq.default";

    private final RabbitTemplate template;
    private final Duration patience;
    private final BlockedConnections blocked = new BlockedConnections();

    /**
     * @param patience how long the confirms of one call are waited for in all
     * @throws MisuseException if the connections give no correlated confirms, or no returns
     */
    ConfirmedSends(ConnectionFactory connections, Duration patience) {
        if (!connections.isPublisherConfirms() || !connections.isPublisherReturns()) {
            throw new MisuseException(AmqpTexts.noConfirms());
        }
        this.template = new RabbitTemplate(connections);
        this.template.setMandatory(true);
        this.template.setUsePublisherConnection(true);
        this.patience = patience;
        connections.addConnectionListener(blocked);
    }

    /** A message on its way. */
    record Posting(String exchange, String routingKey, Message message) {
        static Posting toQueue(String queue, Message message) {
            return new Posting(DEFAULT_EXCHANGE, queue, message);
        }
    }

    /**
     * Sends all, then waits.
     *
     * @return what was said to each, in their order
     * @throws AmqpException if the broker can't be reached, or takes no messages at the moment
     */
    List<Sent> send(List<Posting> postings) throws InterruptedException {
        blocked.check();
        List<Sent> answers = new ArrayList<>();
        // one channel for all of them, in their order, and ours until the broker has answered: who gives it back before
        // may find it closed
        Boolean all = template.invoke(channel -> {
            List<Pending> pending =
                    postings.stream().map(posting -> post(channel, posting)).toList();
            return await(pending, answers);
        });
        if (!Boolean.TRUE.equals(all)) {
            throw new InterruptedException("Interrupted while waiting for confirms.");
        }
        return answers;
    }

    /** Whether all could be waited for; false = the thread was interrupted. */
    private boolean await(List<Pending> pending, List<Sent> answers) {
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            for (Pending one : pending) {
                answers.add(one.sent(deadline - System.nanoTime(), pending.size() == 1));
            }
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    /** The same for one message. */
    Sent send(Posting posting) throws InterruptedException {
        return send(List.of(posting)).get(0);
    }

    private Pending post(RabbitOperations channel, Posting posting) {
        CorrelationData correlation = new CorrelationData();
        String exchange = posting.exchange().equals(DEFAULT_EXCHANGE) ? "" : posting.exchange();
        String unsendable = AmqpMessages.unsendable(exchange, posting.routingKey(), posting.message());
        if (unsendable != null) {
            return new Pending(correlation, new Sent.Refused(unsendable));
        }
        try {
            channel.send(exchange, posting.routingKey(), posting.message(), correlation);
            return new Pending(correlation, null);
        } catch (AmqpException e) { // the channel or its connection has gone, perhaps because of another message
            return new Pending(correlation, new Sent.Unconfirmed(e.toString()));
        }
    }

    private final class Pending {
        private final CorrelationData correlation;
        private final @Nullable Sent known;

        Pending(CorrelationData correlation, @Nullable Sent known) {
            this.correlation = correlation;
            this.known = known;
        }

        Sent sent(long nanos, boolean alone) throws InterruptedException {
            if (known != null) {
                return known;
            }
            try {
                CorrelationData.Confirm confirm = correlation.getFuture().get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
                ReturnedMessage returned = correlation.getReturned(); // comes before the confirm, whatever that says
                if (returned != null) {
                    return new Sent.Refused(AmqpTexts.returned(
                            returned.getReplyText(), returned.getExchange(), returned.getRoutingKey()));
                }
                return confirm.ack() ? new Sent.Confirmed() : notTaken(confirm.reason(), alone);
            } catch (TimeoutException e) {
                return new Sent.Unconfirmed(AmqpTexts.unconfirmed(patience));
            } catch (ExecutionException e) {
                return new Sent.Unconfirmed(String.valueOf(e.getCause()));
            }
        }

        /** Without a reason it is the broker that doesn't take it. With one the channel has gone; where the message was alone on it, that is because of the message. */
        private Sent notTaken(@Nullable String reason, boolean alone) {
            boolean itsFault = reason == null || (alone && reason.contains("channel error"));
            String cause = AmqpTexts.notTaken(reason);
            return itsFault ? new Sent.Refused(cause) : new Sent.Unconfirmed(cause);
        }
    }
}
