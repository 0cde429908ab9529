package io.onlyonce.spring.messaging;

import io.onlyonce.messaging.IdempotentConsumer;
import io.onlyonce.messaging.Redrive;
import io.onlyonce.record.RefusedRecords;
import io.onlyonce.spring.SpringTexts;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The re-drive of each consumer's dead letters, whatever their brokers. Thread-safe. */
public final class Redrives {
    private static final Comparator<Reading> ORDER =
            Comparator.comparing(Reading::consumer).thenComparing(Reading::source);

    private final ListenerConsumers consumers;
    private final RefusedRecords records;
    private final List<BrokerDeadLetters> brokers;

    /**
     * A consumer, and what it reads.
     *
     * @param consumer its name
     * @param broker where that is
     * @param source the queue or the topic
     */
    public record Reading(String consumer, String broker, String source) {}

    /**
     * @param records the ones that the consumers' are among
     */
    public Redrives(ListenerConsumers consumers, RefusedRecords records, List<BrokerDeadLetters> brokers) {
        this.consumers = consumers;
        this.records = records;
        this.brokers = List.copyOf(brokers);
    }

    /** All that is read. */
    public List<Reading> readings() {
        return brokers.stream()
                .flatMap(broker -> broker.sources().entrySet().stream()
                        .flatMap(reads -> reads.getValue().stream()
                                .map(source -> new Reading(reads.getKey(), broker.broker(), source))))
                .sorted(ORDER)
                .toList();
    }

    /**
     * The re-drive of what a consumer had read from a source.
     *
     * @throws IllegalArgumentException if there is no such consumer, or it does not read that
     */
    public Redrive of(String consumer, String source) {
        IdempotentConsumer found = consumers.named(consumer);
        return brokers.stream()
                .filter(broker ->
                        broker.sources().getOrDefault(consumer, Set.of()).contains(source))
                .findFirst()
                .map(broker -> new Redrive(found, records, broker.of(source)))
                .orElseThrow(
                        () -> new IllegalArgumentException(SpringTexts.noSource(consumer, source, sources(consumer))));
    }

    private List<String> sources(String consumer) {
        return readings().stream()
                .filter(reading -> reading.consumer().equals(consumer))
                .map(Reading::source)
                .toList();
    }
}
