package io.onlyonce.spring.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.messaging.outbox.MessagePublisher.Sent;
import io.onlyonce.messaging.outbox.Outbox;
import io.onlyonce.messaging.outbox.OutgoingMessage;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.testkit.server.PrivateKafka;
import io.onlyonce.testkit.server.TestKafka;
import io.onlyonce.testkit.server.TestServers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.transaction.support.TransactionTemplate;

/** The outbox's way to a real Kafka. */
class KafkaPublisherTest extends KafkaRig {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** As careless as an application's producers may be. */
    private static DefaultKafkaProducerFactory<String, String> careless(String bootstrap) {
        return new DefaultKafkaProducerFactory<>(Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                ProducerConfig.ACKS_CONFIG,
                "0",
                ProducerConfig.RETRIES_CONFIG,
                0,
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                false,
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                "theirs"));
    }

    private static OutgoingMessage toTopic(String topic, String id) {
        Map<String, String> headers = Map.of("content-type", "application/json", "tenant", "t1");
        return new OutgoingMessage(topic, "order-1", id, headers, bytes("{}"));
    }

    private static List<Sent> send(Duration patience, OutgoingMessage... messages) throws Exception {
        try (KafkaPublisher publisher = new KafkaPublisher(careless(kafka.bootstrap()), patience)) {
            return publisher.send(List.of(messages));
        }
    }

    @Test
    @DisplayName("a batch is sent and confirmed, in its order; a message has its id, its key, its headers and its body")
    void confirmed() throws Exception {
        makeTopics(2);
        OutgoingMessage[] batch =
                IntStream.range(0, 100).mapToObj(i -> toTopic(topic, "m" + i)).toArray(OutgoingMessage[]::new);
        assertThat(send(PATIENCE, batch)).hasSize(100).containsOnly(new Sent.Confirmed());
        List<ConsumerRecord<byte[], byte[]>> records = kafka.records(topic);
        assertThat(records)
                .extracting(KafkaRig::id)
                .containsExactly(IntStream.range(0, 100).mapToObj(i -> "m" + i).toArray(String[]::new));
        ConsumerRecord<byte[], byte[]> first = records.get(0);
        assertThat(new String(first.key(), StandardCharsets.UTF_8)).isEqualTo("order-1");
        assertThat(header(first, "content-type")).isEqualTo("application/json");
        assertThat(header(first, "tenant")).isEqualTo("t1");
        assertThat(first.value()).isEqualTo(bytes("{}"));
    }

    @Test
    @DisplayName("a message for a topic that is not there, or too large, is refused, and the others are confirmed")
    void refused() throws Exception {
        makeTopics(1);
        OutgoingMessage huge = new OutgoingMessage(topic, null, "m3", Map.of(), new byte[1_200_000]);
        List<Sent> answers = send(
                Duration.ofSeconds(5), // the missing topic takes all of it
                toTopic(topic, "m1"),
                huge,
                toTopic("no-such-topic-" + run, "m2"),
                toTopic("not a topic's name", "m2"));
        assertThat(answers.get(0)).isEqualTo(new Sent.Confirmed());
        assertThat(((Sent.Refused) answers.get(1)).cause()).contains("RecordTooLarge");
        assertThat(((Sent.Refused) answers.get(2)).cause()).contains("no-such-topic-" + run);
        assertThat(kafka.records(topic)).hasSize(1);
    }

    @Test
    @DisplayName("a broker that can't be reached is an exception: no message is to blame")
    void unreachable() {
        try (KafkaPublisher publisher = new KafkaPublisher(careless("127.0.0.1:1"), Duration.ofMillis(500))) {
            assertThatThrownBy(() -> publisher.send(List.of(toTopic("t", "m")))).isInstanceOf(KafkaException.class);
        }
    }

    static class Mails {
        private final Effects effects;

        Mails(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(operation = "mails")
        @KafkaListener(topics = "${topic}")
        public void onPaid(ConsumerRecord<String, byte[]> message) {
            effects.write(id(message));
        }
    }

    @Test
    @DisplayName(
            "from transaction to transaction, over a broker that is killed in between: each committed message takes effect once")
    void outbox() {
        try (PrivateKafka broker = TestServers.privateKafka();
                TestKafka topics = broker.topics()) {
            String paid = topics.topic("paid", 2);
            List<String> properties = List.of(
                    "topic=" + paid,
                    "spring.kafka.consumer.group-id=" + group,
                    "onlyonce.messaging.confirm-patience=2s",
                    "onlyonce.messaging.outbox.greatest-delay=1s");
            try (ConfigurableApplicationContext app =
                    KafkaApp.start(database.pool(), broker.bootstrap(), properties, Mails.class)) {
                publish(app, paid, 0, 10);
                await().until(() -> mails() == 9);
                broker.kill();
                publish(app, paid, 10, 20);
                broker.restart();
                publish(app, paid, 20, 30);
                await().until(() -> mails() == 27);
                await().until(() -> database.queryLong("SELECT COUNT(*) FROM onlyonce_inbox") == 0);
                await().until(() -> topics.lag(group, paid) == 0); // copies of what was confirmed too late as well
            }
            assertThat(mails()).isEqualTo(27);
        }
    }

    private long mails() {
        return database.queryLong("SELECT COUNT(*) FROM effect WHERE name LIKE ?", run + "%");
    }

    /** Each in a transaction of its own; every tenth one is rolled back. */
    private void publish(ConfigurableApplicationContext app, String destination, int from, int to) {
        Outbox outbox = app.getBean(Outbox.class);
        TransactionTemplate transactions = app.getBean(TransactionTemplate.class);
        for (int i = from; i < to; i++) {
            String id = run + "-" + i;
            transactions.executeWithoutResult(status -> {
                outbox.publish(toTopic(destination, id));
                if (id.endsWith("9")) {
                    status.setRollbackOnly();
                }
            });
        }
    }
}
