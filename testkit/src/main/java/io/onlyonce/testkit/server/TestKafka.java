package io.onlyonce.testkit.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Topics of a test's own on a Kafka broker, looked at from outside. Thread-safe. {@link #close()} deletes those that it made.
 */
public final class TestKafka implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final String bootstrap;
    private final String prefix;
    private final Admin admin;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Queue<String> topics = new ConcurrentLinkedQueue<>();

    TestKafka(String bootstrap, String prefix) {
        this.bootstrap = bootstrap;
        this.prefix = prefix;
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap));
        this.producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap, ProducerConfig.LINGER_MS_CONFIG, 0),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Whether a broker is there; waits for two seconds. */
    static boolean answers(String bootstrap) {
        Admin admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                50));
        try {
            return !admin.describeCluster().nodes().get(2, TimeUnit.SECONDS).isEmpty();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a broker was asked.", e);
        } finally {
            admin.close(Duration.ZERO); // else it waits for the answer that did not come
        }
    }

    /** Where clients find the broker. */
    public String bootstrap() {
        return bootstrap;
    }

    /** The name that a topic, a group, or anything else, has for this test alone. */
    public String name(String name) {
        return prefix + "." + name;
    }

    /** Makes a topic under {@link #name}. */
    public String topic(String name, int partitions) {
        String full = name(name);
        get(admin.createTopics(List.of(new NewTopic(full, partitions, (short) 1)))
                .all());
        topics.add(full);
        return full;
    }

    /** Appends a record, by the topic's full name; the broker has it then. */
    public void send(ProducerRecord<byte[], byte[]> message) {
        send(List.of(message));
    }

    /** The same for many. */
    public void send(List<ProducerRecord<byte[], byte[]>> messages) {
        List<Future<RecordMetadata>> sent =
                messages.stream().map(producer::send).toList();
        try {
            for (Future<RecordMetadata> one : sent) {
                one.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("The test could not use " + this + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a message was sent.", e);
        }
    }

    /** All records of a topic, the oldest of each partition first; not those of open and aborted transactions. */
    public List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = partitions(topic);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            }
            return all;
        }
    }

    /** How many records of a topic a group has not committed. */
    public long lag(String group, String topic) {
        Map<TopicPartition, OffsetAndMetadata> committed =
                get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        Map<String, Object> settings = Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = partitions(topic);
            Map<TopicPartition, Long> starts = new HashMap<>(consumer.beginningOffsets(partitions));
            committed.forEach((partition, offset) -> starts.computeIfPresent(
                    partition, (one, begin) -> offset == null ? begin : Long.valueOf(offset.offset())));
            return sum(consumer.endOffsets(partitions)) - sum(starts);
        }
    }

    private static long sum(Map<TopicPartition, Long> offsets) {
        return offsets.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Moves a group that has no members back to this offset, in all partitions of a topic. */
    public void rewind(String group, String topic, long offset) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        partitions(topic).forEach(one -> offsets.put(one, new OffsetAndMetadata(offset)));
        get(admin.alterConsumerGroupOffsets(group, offsets).all());
    }

    private List<TopicPartition> partitions(String topic) {
        return get(admin.describeTopics(List.of(topic)).allTopicNames()).values().stream()
                .flatMap(found -> found.partitions().stream())
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
    }

    private <R> R get(KafkaFuture<R> answer) {
        try {
            return answer.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("The test could not use " + this + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the broker was asked.", e);
        }
    }

    @Override
    public void close() {
        LeftOvers.remove(this);
        try {
            if (!topics.isEmpty()) {
                get(admin.deleteTopics(List.copyOf(topics)).all());
            }
        } finally {
            producer.close(Duration.ZERO);
            admin.close(Duration.ZERO);
        }
    }

    @Override
    public String toString() {
        return "the topics " + prefix + ".* at " + bootstrap;
    }
}
