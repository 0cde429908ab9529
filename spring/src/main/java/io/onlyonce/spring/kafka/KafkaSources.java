package io.onlyonce.spring.kafka;

import io.onlyonce.messaging.DeadLetters;
import io.onlyonce.spring.messaging.BrokerDeadLetters;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.kafka.listener.MessageListenerContainer;

/** The topics that {@code @Idempotent} listeners read by their names, and the way to their dead letters. Thread-safe. */
public final class KafkaSources implements BrokerDeadLetters {
    private final ObjectProvider<KafkaDeliveries> deliveries; // made where a listener needs it
    private final Map<String, Queue<MessageListenerContainer>> containers = new ConcurrentHashMap<>();

    public KafkaSources(ObjectProvider<KafkaDeliveries> deliveries) {
        this.deliveries = deliveries;
    }

    void add(String consumer, MessageListenerContainer container) {
        containers
                .computeIfAbsent(consumer, any -> new ConcurrentLinkedQueue<>())
                .add(container);
    }

    @Override
    public String broker() {
        return "kafka";
    }

    @Override
    public Map<String, Set<String>> sources() {
        return containers.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> topics(entry.getValue())));
    }

    private static Set<String> topics(Queue<MessageListenerContainer> containers) {
        return containers.stream()
                .map(container -> container.getContainerProperties().getTopics())
                .flatMap(topics -> topics == null ? Stream.empty() : Arrays.stream(topics))
                .collect(Collectors.toSet());
    }

    @Override
    public DeadLetters of(String consumer, String source) {
        return deliveries.getObject().deadLetters(source);
    }
}
