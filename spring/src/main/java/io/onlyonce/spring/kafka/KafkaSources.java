package io.onlyonce.spring.kafka;

import io.onlyonce.error.MisuseException;
import io.onlyonce.messaging.DeadLetters;
import io.onlyonce.spring.messaging.BrokerDeadLetters;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
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

    /**
     * @throws MisuseException if the consumer reads one of the container's topics in another group already
     */
    void add(String consumer, MessageListenerContainer container) {
        Queue<MessageListenerContainer> mine =
                containers.computeIfAbsent(consumer, any -> new ConcurrentLinkedQueue<>());
        Set<String> topics = topics(container).collect(Collectors.toSet());
        for (MessageListenerContainer other : mine) {
            topics(other)
                    .filter(topics::contains)
                    .filter(topic -> !Objects.equals(other.getGroupId(), container.getGroupId()))
                    .findFirst()
                    .ifPresent(topic -> {
                        throw new MisuseException(KafkaTexts.twoGroups(
                                consumer,
                                topic,
                                String.valueOf(other.getGroupId()),
                                String.valueOf(container.getGroupId())));
                    });
        }
        mine.add(container);
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
        return containers.stream().flatMap(KafkaSources::topics).collect(Collectors.toSet());
    }

    private static Stream<String> topics(MessageListenerContainer container) {
        String[] topics = container.getContainerProperties().getTopics();
        return topics == null ? Stream.empty() : Arrays.stream(topics);
    }

    @Override
    public DeadLetters of(String source) {
        return deliveries.getObject().deadLetters(source);
    }
}
