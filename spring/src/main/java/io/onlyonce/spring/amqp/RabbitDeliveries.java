package io.onlyonce.spring.amqp;

import io.onlyonce.messaging.BackOff;
import io.onlyonce.messaging.IdempotentConsumer;
import io.onlyonce.messaging.Redrive;
import io.onlyonce.record.RefusedRecords;
import io.onlyonce.spring.OnlyOnceProperties.Messaging;
import io.onlyonce.spring.amqp.IdempotentDelivery.Broker;
import io.onlyonce.spring.messaging.ListenerConsumers;
import java.util.function.BooleanSupplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;

/** What all {@code @Idempotent} listeners of a broker share: its connections, and their dead letters. Thread-safe; to be closed when its listeners have stopped. */
public final class RabbitDeliveries implements AutoCloseable {
    private final ConnectionFactory connections;
    private final Messaging settings;
    private final DelayedRequeue requeue = new DelayedRequeue();
    private final Broker broker;

    /**
     * @param connections with correlated publisher confirms and returns
     * @throws io.onlyonce.error.MisuseException if the connections give none
     */
    public RabbitDeliveries(ConnectionFactory connections, Messaging settings) {
        this.connections = connections;
        this.settings = settings;
        this.broker = new Broker(
                new ConfirmedSends(connections, settings.confirmPatience()),
                requeue,
                new BackOff(settings.retryAfter(), settings.greatestDelay()),
                settings.deadLetterSuffix());
    }

    MethodInterceptor of(IdempotentConsumer consumer, BooleanSupplier running) {
        return new IdempotentDelivery(consumer, broker, running);
    }

    /** The re-drive of a consumer's dead letters that were read from this queue. */
    public Redrive redrive(ListenerConsumers consumers, String consumer, String queue, RefusedRecords records) {
        RabbitDeadLetters letters =
                new RabbitDeadLetters(connections, queue + settings.deadLetterSuffix(), settings.confirmPatience());
        return new Redrive(consumers.named(consumer), records, letters);
    }

    @Override
    public void close() {
        requeue.close();
    }
}
