package io.onlyonce.spring.amqp;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.onlyonce.messaging.BackOff;
import io.onlyonce.messaging.DeadLetterHeaders;
import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.Disposition;
import io.onlyonce.messaging.Disposition.Acknowledge;
import io.onlyonce.messaging.Disposition.DeadLetter;
import io.onlyonce.messaging.Disposition.Later;
import io.onlyonce.messaging.Disposition.Later.Why;
import io.onlyonce.messaging.IdempotentConsumer;
import io.onlyonce.messaging.Worked;
import io.onlyonce.messaging.outbox.MessagePublisher.Sent;
import io.onlyonce.spring.amqp.ConfirmedSends.Posting;
import io.onlyonce.spring.messaging.NothingToDoException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.support.ListenerExecutionFailedException;
import org.springframework.aop.ProxyMethodInvocation;

/**
 * Stands around a listener container's call of its listener: lets the consumer deal with the message, and tells the broker what has become of it. The container acknowledges
 * nothing by itself.
 *
 * <p>Dealt with: acknowledged, after the commit. Later: given back after a delay, which costs no thread. The store down: the thread waits, because no other message could be dealt
 * with either, and a message that is given back again and again would reach its queue's delivery limit. A dead letter: sent to the queue of dead letters with its cause,
 * confirmed, and only then acknowledged here; the broker's own dead-lettering carries no cause. Thread-safe.
 */
final class IdempotentDelivery implements MethodInterceptor {
    private static final Logger log = LoggerFactory.getLogger(IdempotentDelivery.class);
    private static final long PULSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final IdempotentConsumer consumer;
    private final Broker broker;
    private final BooleanSupplier running;

    /**
     * The way back to the broker.
     *
     * @param backOff for messages of which another delivery is at work
     * @param deadLetterSuffix what the name of a queue's queue of dead letters ends with
     */
    record Broker(ConfirmedSends sends, DelayedRequeue requeue, BackOff backOff, String deadLetterSuffix) {}

    /**
     * @param running whether the container has not been stopped
     */
    IdempotentDelivery(IdempotentConsumer consumer, Broker broker, BooleanSupplier running) {
        this.consumer = consumer;
        this.broker = broker;
        this.running = running;
    }

    @Override
    @SuppressWarnings("IllegalCatch") // whatever it is, the message must not be lost or stop the program
    public @Nullable Object invoke(MethodInvocation invocation) {
        Channel channel = (Channel) invocation.getArguments()[0];
        Message message = (Message) invocation.getArguments()[1];
        long tag = message.getMessageProperties().getDeliveryTag();
        try {
            settle(channel, tag, message, (ProxyMethodInvocation) invocation);
        } catch (RuntimeException | Error e) { // the container would take an Error for the end of the program
            log.error("A message could not be dealt with by {}; it is given back.", consumer.name(), e);
            broker.requeue().requeue(channel, tag, true, broker.backOff().greatest());
        }
        return null;
    }

    private void settle(Channel channel, long tag, Message message, ProxyMethodInvocation invocation) {
        String queue = String.valueOf(message.getMessageProperties().getConsumerQueue());
        Delivered delivered = AmqpMessages.delivered(message, queue);
        Disposition disposition = handle(delivered, invocation);
        if (disposition instanceof Acknowledge) {
            acknowledge(channel, tag);
        } else if (disposition instanceof Later later) {
            broker.requeue().requeue(channel, tag, later.why() == Why.FAILED, delay(message, later));
        } else if (bury(message, delivered, (DeadLetter) disposition)) {
            acknowledge(channel, tag);
        } else {
            broker.requeue().requeue(channel, tag, false, broker.backOff().greatest());
        }
    }

    private Disposition handle(Delivered delivered, ProxyMethodInvocation invocation) {
        Disposition disposition = once(delivered, invocation);
        while (disposition instanceof Later later && later.why() == Why.STORE_DOWN && waited(later.delay())) {
            disposition = once(delivered, invocation);
        }
        return disposition;
    }

    private Disposition once(Delivered delivered, ProxyMethodInvocation invocation) {
        return consumer.handle(delivered, (message, attempt) -> proceed(invocation));
    }

    /** Each run proceeds on a copy, so that a transaction that the database gave up can be run again. */
    private static Worked proceed(ProxyMethodInvocation invocation) throws Exception {
        try {
            invocation.invocableClone().proceed();
            return Worked.DONE;
        } catch (ListenerExecutionFailedException e) {
            return nothing(e.getCause() instanceof Exception cause ? cause : e);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("A listener threw neither an Exception nor an Error.", e);
        }
    }

    private static Worked nothing(Exception failure) throws Exception {
        if (failure instanceof NothingToDoException) {
            return Worked.NOTHING;
        }
        throw failure;
    }

    /** Waits, and tells whether the container is still running then. */
    private boolean waited(Duration delay) {
        long end = System.nanoTime() + delay.toNanos();
        for (long left = delay.toNanos(); left > 0; left = end - System.nanoTime()) {
            if (!running.getAsBoolean() || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(Math.min(left, PULSE));
        }
        return running.getAsBoolean();
    }

    /** While another delivery is at work longer each time, so that the queue's delivery limit is not reached before that has ended. */
    private Duration delay(Message message, Later later) {
        if (later.why() != Why.IN_PROGRESS) {
            return later.delay();
        }
        Duration grown = broker.backOff().after(AmqpMessages.deliveriesBefore(message) + 1);
        return grown.compareTo(later.delay()) > 0 ? grown : later.delay();
    }

    private boolean bury(Message message, Delivered delivered, DeadLetter given) {
        String grave = delivered.source() + broker.deadLetterSuffix();
        Sent answer;
        try {
            answer = broker.sends()
                    .send(Posting.toQueue(
                            grave,
                            AmqpMessages.withHeaders(
                                    message, DeadLetterHeaders.of(consumer.name(), delivered, given))));
        } catch (AmqpException e) {
            answer = new Sent.Unconfirmed(e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer = new Sent.Unconfirmed(e.toString());
        }
        if (!(answer instanceof Sent.Confirmed)) {
            log.error(
                    "A dead letter of {} did not arrive in the queue {}; it will be tried again: {}",
                    consumer.name(),
                    grave,
                    answer);
            return false;
        }
        return true;
    }

    private void acknowledge(Channel channel, long tag) {
        try {
            channel.basicAck(tag, false);
        } catch (IOException
                | ShutdownSignalException
                | AmqpException e) { // the last one is Spring's for a closed channel
            log.warn(
                    "A message of {} could not be acknowledged; it will come again, as a duplicate.",
                    consumer.name(),
                    e);
        }
    }
}
