package io.onlyonce.spring.kafka;

import io.onlyonce.messaging.DeadLetters;
import io.onlyonce.messaging.outbox.MessagePublisher.Sent;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.ProducerFactory;

/**
 * A topic of dead letters in Kafka, ours and those of Spring Kafka's own recoverer. A group of its own remembers how far they were sent back: each goes to the topic that it was
 * read from, confirmed, before its offset is committed. It looks no further than the topic's end at the start, so a letter that comes back meanwhile waits for the next run. Two
 * runs at once send some letters twice, which are duplicates then. Thread-safe.
 */
final class KafkaDeadLetters implements DeadLetters {
    private static final Logger log = LoggerFactory.getLogger(KafkaDeadLetters.class);

    /** For an answer of the brokers. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration POLL = Duration.ofMillis(100);

    /** Without a record for so long, a run ends: the consumer doesn't say that its broker has gone. */
    private static final Duration STALLED = Duration.ofSeconds(30);

    private final ConsumerFactory<byte[], byte[]> consumers;
    private final KafkaSends sends;
    private final String topic;
    private final String source;

    /**
     * @param theirs knows the brokers
     * @param topic where the dead letters are
     * @param source where those go that don't tell where they were read
     */
    KafkaDeadLetters(ProducerFactory<?, ?> theirs, KafkaSends sends, String topic, String source) {
        this.consumers = KafkaConfigs.committed(theirs);
        this.sends = sends;
        this.topic = topic;
        this.source = source;
    }

    /** The group whose offsets say how far a topic of dead letters was sent back. */
    static String group(String topic) {
        return "onlyonce-redrive." + topic;
    }

    @Override
    public int sendBack(int limit, Before before) throws Exception {
        try (Consumer<byte[], byte[]> consumer = consumers.createConsumer(group(topic), null, null)) {
            List<TopicPartition> partitions = partitions(consumer);
            Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions, PATIENCE));
            consumer.assign(partitions);
            starts(consumer, partitions).forEach(consumer::seek);
            int sent = 0;
            long stalled = System.nanoTime() + STALLED.toNanos();
            while (sent < limit && !ends.isEmpty()) {
                if (System.nanoTime() - stalled > 0) {
                    throw new IOException(KafkaTexts.stalled(topic, STALLED));
                }
                for (ConsumerRecord<byte[], byte[]> letter : consumer.poll(POLL)) {
                    stalled = System.nanoTime() + STALLED.toNanos();
                    TopicPartition partition = new TopicPartition(topic, letter.partition());
                    if (sent < limit && letter.offset() < ends.getOrDefault(partition, 0L)) {
                        sent += sendBack(letter, before);
                        consumer.commitSync(Map.of(partition, new OffsetAndMetadata(letter.offset() + 1)));
                    }
                }
                ends.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
            }
            return sent;
        }
    }

    /** Offsets, of which a transaction's end takes one, too. */
    @Override
    public long count() {
        try (Consumer<byte[], byte[]> consumer = consumers.createConsumer(group(topic), null, null)) {
            List<TopicPartition> partitions = partitions(consumer);
            Map<TopicPartition, Long> starts = starts(consumer, partitions);
            return consumer.endOffsets(partitions, PATIENCE).entrySet().stream()
                    .mapToLong(end -> Math.max(0, end.getValue() - starts.getOrDefault(end.getKey(), 0L)))
                    .sum();
        }
    }

    private List<TopicPartition> partitions(Consumer<?, ?> consumer) {
        return consumer.partitionsFor(topic, PATIENCE).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
    }

    /** What was committed, or the oldest that there is. */
    private static Map<TopicPartition, Long> starts(Consumer<?, ?> consumer, List<TopicPartition> partitions) {
        Map<TopicPartition, Long> starts = new HashMap<>(consumer.beginningOffsets(partitions, PATIENCE));
        Map<TopicPartition, OffsetAndMetadata> committed =
                consumer.committed(Map.copyOf(starts).keySet(), PATIENCE);
        starts.replaceAll((partition, begin) -> {
            OffsetAndMetadata known = committed.get(partition);
            return known == null ? begin : Math.max(begin, known.offset());
        });
        return starts;
    }

    private int sendBack(ConsumerRecord<byte[], byte[]> letter, Before before) throws Exception {
        String home = KafkaMessages.source(letter).orElse(source);
        before.sendBack(KafkaMessages.letter(letter, home));
        Sent answer = sends.send(KafkaMessages.asItWas(letter, home));
        if (answer instanceof Sent.Refused refused) { // offsets pass by nothing, so it takes another place
            log.error(KafkaTexts.refusedBack(home, refused.cause()));
            confirmed(sends.send(KafkaMessages.again(letter)));
            return 0;
        }
        confirmed(answer);
        return 1;
    }

    private static void confirmed(Sent answer) throws IOException {
        if (!(answer instanceof Sent.Confirmed)) {
            throw new IOException(answer.toString());
        }
    }
}
