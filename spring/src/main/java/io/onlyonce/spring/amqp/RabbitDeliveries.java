package io.onlyonce.spring.amqp;

import io.onlyonce.messaging.BackOff;
import io.onlyonce.messaging.DeadLetters;
import io.onlyonce.messaging.IdempotentConsumer;
import io.onlyonce.spring.OnlyOnceProperties.Messaging;
import io.onlyonce.spring.amqp.IdempotentDelivery.Broker;
import java.util.function.BooleanSupplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;

/** What all {@code @Idempotent} listeners of a broker share: its connections, and their dead letters. Thread-safe; to be closed when its listeners have stopped. */
public final class RabbitDeliveries implements AutoCloseable {
    private final ConnectionFactory connections;
    private final Messaging settings;
    private final DelayedRequeue requeue = new DelayedRequeue();
    private final ConfirmedSends sends;
    private final Broker broker;

    /**
     * @param connections with correlated publisher confirms and returns
     * @throws io.onlyonce.error.MisuseException if the connections give none
     */
    public RabbitDeliveries(ConnectionFactory connections, Messaging settings) {
        this.connections = connections;
        this.settings = settings;
        this.sends = new ConfirmedSends(connections, settings.confirmPatience());
        this.broker = new Broker(
                sends,
                requeue,
                new BackOff(settings.retryAfter(), settings.greatestDelay()),
                settings.deadLetterSuffix());
    }

    MethodInterceptor of(IdempotentConsumer consumer, BooleanSupplier running) {
        return new IdempotentDelivery(consumer, broker, running);
    }

    /** What was given up of the messages that were read from this queue. */
    DeadLetters deadLetters(String queue) {
        return new RabbitDeadLetters(connections, sends, queue + settings.deadLetterSuffix(), queue);
    }

    @Override
    public void close() {
        requeue.close();
    }
}
