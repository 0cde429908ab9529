package io.onlyonce.spring.messaging;

import io.onlyonce.messaging.DeadLetters;
import java.util.Map;
import java.util.Set;

/** What a broker has of dead letters of this application's consumers. Each broker's adapter brings one, as a bean. Must be thread-safe. */
public interface BrokerDeadLetters {
    /** What the broker is called: {@code rabbitmq}. */
    String broker();

    /** What the application's consumers read there, by their names: queues or topics. */
    Map<String, Set<String>> sources();

    /** Those of the messages that were read from one of the {@link #sources()}. */
    DeadLetters of(String source);
}
