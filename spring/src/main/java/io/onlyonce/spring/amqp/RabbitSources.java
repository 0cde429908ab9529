package io.onlyonce.spring.amqp;

import io.onlyonce.messaging.DeadLetters;
import io.onlyonce.spring.messaging.BrokerDeadLetters;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.beans.factory.ObjectProvider;

/** The queues that {@code @Idempotent} listeners read, and the way to their dead letters. Thread-safe. */
public final class RabbitSources implements BrokerDeadLetters {
    private final ObjectProvider<RabbitDeliveries> deliveries; // made where a listener needs it
    private final Map<String, Queue<AbstractMessageListenerContainer>> containers = new ConcurrentHashMap<>();

    public RabbitSources(ObjectProvider<RabbitDeliveries> deliveries) {
        this.deliveries = deliveries;
    }

    void add(String consumer, AbstractMessageListenerContainer container) {
        containers
                .computeIfAbsent(consumer, any -> new ConcurrentLinkedQueue<>())
                .add(container);
    }

    @Override
    public String broker() {
        return "rabbitmq";
    }

    @Override
    public Map<String, Set<String>> sources() {
        return containers.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> queues(entry.getValue())));
    }

    private static Set<String> queues(Queue<AbstractMessageListenerContainer> containers) {
        return containers.stream()
                .flatMap(container -> Arrays.stream(container.getQueueNames()))
                .collect(Collectors.toSet());
    }

    @Override
    public DeadLetters of(String source) {
        return deliveries.getObject().deadLetters(source);
    }
}
