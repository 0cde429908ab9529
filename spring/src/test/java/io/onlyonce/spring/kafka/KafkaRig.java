package io.onlyonce.spring.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.messaging.ConsumerEvents;
import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.Disposition;
import io.onlyonce.messaging.Disposition.Acknowledge;
import io.onlyonce.messaging.Disposition.Acknowledge.Because;
import io.onlyonce.messaging.Disposition.Later;
import io.onlyonce.messaging.Disposition.Later.Why;
import io.onlyonce.messaging.outbox.OutgoingMessage;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.testkit.server.TestKafka;
import io.onlyonce.testkit.server.TestServers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.context.ConfigurableApplicationContext;

/** A Kafka, a PostgreSQL and a topic of a test's own, and what is seen of them from outside. */
abstract class KafkaRig {
    static final Disposition DONE = new Acknowledge(Because.DONE);
    static final Disposition DUPLICATE = new Acknowledge(Because.DUPLICATE);

    static BusinessDatabase database;
    static TestKafka kafka;

    final String run = UUID.randomUUID().toString();
    final String group = "points-" + run;
    String topic = "";
    String graves = "";

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
        kafka = TestServers.kafka();
    }

    @AfterAll
    static void close() {
        kafka.close();
        database.close();
    }

    @AfterEach
    void standingChecks() {
        assertThat(database.queryLong(
                        "SELECT COUNT(*) FROM (SELECT name FROM effect GROUP BY name HAVING COUNT(*) > 1) twice"))
                .as("messages with two effects")
                .isZero();
    }

    /** Makes the test's topic, and that of its dead letters. */
    void makeTopics(int partitions) {
        topic = kafka.topic("orders-" + run, partitions);
        graves = kafka.topic("orders-" + run + ".dlq", partitions);
    }

    /** What a test and a listener tell each other. */
    static class Signals {
        final AtomicBoolean repaired = new AtomicBoolean();
        final CountDownLatch working = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
    }

    /** Hears what has become of each delivery. */
    static class Heard implements ConsumerEvents {
        final List<Disposition> dispositions = new CopyOnWriteArrayList<>();
        final List<Delivered> messages = new CopyOnWriteArrayList<>();

        @Override
        public void disposed(String consumer, Delivered message, Disposition disposition) {
            messages.add(message);
            dispositions.add(disposition);
        }

        List<Why> later() {
            return dispositions.stream()
                    .filter(Later.class::isInstance)
                    .map(later -> ((Later) later).why())
                    .toList();
        }
    }

    ConfigurableApplicationContext start(List<String> more, Class<?>... beans) {
        List<String> properties = new ArrayList<>(List.of("topic=" + topic, "spring.kafka.consumer.group-id=" + group));
        properties.addAll(more);
        return KafkaApp.start(database.pool(), kafka.bootstrap(), properties, beans);
    }

    static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(1));
    }

    void send(String id, String body) {
        send(0, id, body);
    }

    void send(int partition, String id, String body) {
        kafka.send(message(partition, id, body));
    }

    ProducerRecord<byte[], byte[]> message(int partition, String id, String body) {
        ProducerRecord<byte[], byte[]> message = new ProducerRecord<>(topic, partition, null, bytes(body));
        message.headers().add(OutgoingMessage.ID_HEADER, bytes(run + id));
        return message;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String id(ConsumerRecord<?, ?> message) {
        return header(message, OutgoingMessage.ID_HEADER);
    }

    static String header(ConsumerRecord<?, ?> message, String name) {
        return new String(message.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    long effects(String id) {
        return database.effects(run + id);
    }

    long lag() {
        return kafka.lag(group, topic);
    }
}
