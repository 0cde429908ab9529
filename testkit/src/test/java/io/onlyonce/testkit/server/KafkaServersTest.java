package io.onlyonce.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The Kafka brokers that tests get. */
class KafkaServersTest {
    private static final byte[] BODY = "body".getBytes(StandardCharsets.UTF_8);

    @Test
    @DisplayName("tests share a broker in this JVM and get topics of their own, which are gone when they are closed")
    void shared() {
        TestKafka first = TestServers.kafka();
        TestKafka second = TestServers.kafka();
        assertThat(first.bootstrap()).isEqualTo(second.bootstrap());
        String topic = first.topic("t", 2);
        String other = second.topic("t", 1);
        first.send(new ProducerRecord<>(topic, 1, null, BODY));
        first.send(new ProducerRecord<>(topic, 0, null, BODY));
        assertThat(first.records(topic))
                .hasSize(2)
                .allMatch(one -> new String(one.value(), StandardCharsets.UTF_8).equals("body"));
        assertThat(second.records(other)).isEmpty();
        assertThat(first.lag("nobody", topic)).isEqualTo(2);
        first.rewind("somebody", topic, 1);
        assertThat(first.lag("somebody", topic)).isZero();
        first.close();
        assertThatThrownBy(() -> second.records(topic)).hasMessageContaining("UnknownTopicOrPartition");
        second.close();
    }

    @Test
    @DisplayName("a broker in a process of its own has what it confirmed after it was killed and started again")
    void killed() {
        try (PrivateKafka kafka = TestServers.privateKafka();
                TestKafka topics = kafka.topics()) {
            String topic = topics.topic("t", 1);
            topics.send(new ProducerRecord<>(topic, BODY));
            kafka.kill();
            kafka.restart();
            topics.send(new ProducerRecord<>(topic, BODY));
            assertThat(topics.records(topic)).hasSize(2);
        }
    }
}
