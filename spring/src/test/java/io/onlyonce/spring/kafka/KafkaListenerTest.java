package io.onlyonce.spring.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.messaging.DeadLetterHeaders;
import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.Disposition.Acknowledge;
import io.onlyonce.messaging.Disposition.Acknowledge.Because;
import io.onlyonce.messaging.Disposition.DeadLetter;
import io.onlyonce.messaging.Disposition.Later.Why;
import io.onlyonce.messaging.outbox.OutgoingMessage;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.messaging.NothingToDoException;
import io.onlyonce.spring.support.Effects;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/** {@code @Idempotent} listeners on a real Kafka and a real PostgreSQL: what is in the topics, the offsets and the tables counts. */
class KafkaListenerTest extends KafkaRig {
    private static final String INTEGERS =
            "spring.kafka.consumer.value-deserializer=org.apache.kafka.common.serialization.IntegerDeserializer";

    /** What is to become of a message stands in its body. */
    static class Points {
        private final Effects effects;
        private final Signals signals;

        Points(Effects effects, Signals signals) {
            this.effects = effects;
            this.signals = signals;
        }

        @Idempotent(operation = "points", remembers = IllegalArgumentException.class)
        @KafkaListener(topics = "${topic}")
        @Transactional
        public void onPaid(ConsumerRecord<String, byte[]> message) throws Exception {
            String body = new String(message.value(), StandardCharsets.UTF_8);
            effects.write(id(message));
            if (body.startsWith("poison") && !signals.repaired.get()) {
                throw new IllegalStateException("no such account");
            }
            if (body.startsWith("closed")) {
                throw new IllegalArgumentException("account 4711 is closed");
            }
            if (body.startsWith("empty")) {
                throw new NothingToDoException("not for us");
            }
            if (body.startsWith("slow")) {
                signals.working.countDown();
                assertThat(signals.goOn.await(1, TimeUnit.MINUTES)).isTrue();
            }
        }
    }

    /** Its values are numbers; all else can't be decoded. */
    static class Numbers {
        private final Effects effects;

        Numbers(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(operation = "numbers")
        @KafkaListener(topics = "${topic}")
        public void onNumber(ConsumerRecord<String, Integer> message) {
            assertThat(message.headers().lastHeader(RawRecord.NAME)).isNull();
            effects.write(id(message));
        }
    }

    /** Its messages are JSON, and known by a number in them. */
    static class ByOrder {
        private final Effects effects;

        ByOrder(Effects effects) {
            this.effects = effects;
        }

        record Paid(String orderId, String sentAt) {}

        @Idempotent(operation = "by-order", key = "#payload['orderId']", volatileFields = "/sentAt")
        @KafkaListener(topics = "${topic}")
        public void onPaid(byte[] body) {
            effects.write(JsonMapper.shared().readValue(body, Paid.class).orderId());
        }
    }

    /** Another group's listener of the same messages. */
    static class Mails {
        private final Effects effects;

        Mails(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(operation = "mails")
        @KafkaListener(topics = "${topic}", groupId = "mails-${spring.kafka.consumer.group-id}")
        public void onPaid(ConsumerRecord<String, byte[]> message) {
            effects.write("mail-" + id(message));
        }
    }

    @Test
    @DisplayName(
            "B-28 a message that is too large for the dead letters is told there by its place, and holds up nothing")
    void tooLargeForTheDeadLetters() {
        makeTopics(1);
        send("m1", "closed" + "x".repeat(1_048_380)); // just what the broker takes, without the headers of a letter
        send("m2", "two");
        try (ConfigurableApplicationContext app = start(List.of(), Points.class, Signals.class, Heard.class)) {
            await().until(() -> app.isRunning() && effects("m2") == 1 && lag() == 0);
        }
        assertThat(kafka.records(graves)).hasSize(1).allSatisfy(letter -> {
            assertThat(letter.value()).isNull();
            assertThat(new String(
                            letter.headers().lastHeader(DeadLetterHeaders.CAUSE).value(), StandardCharsets.UTF_8))
                    .contains("no message of this one's size", topic + "-0-0", "account 4711 is closed");
        });
        assertThat(effects("m1")).isZero();
    }

    @Test
    @DisplayName(
            "B-28 duplicates are acknowledged, bad messages go to the dead letters with their cause, later ones flow")
    void duplicatesAndBadOnes() {
        makeTopics(1);
        send("m1", "one");
        send("m1", "one");
        send("m2", "two");
        send("m3", "poison");
        send("m4", "closed");
        send("m5", "five");
        try (ConfigurableApplicationContext app = start(List.of(), Points.class, Signals.class, Heard.class)) {
            await().until(() -> effects("m5") == 1 && lag() == 0);
            assertThat(app.getBean(Heard.class).dispositions).contains(DUPLICATE);
            assertThat(app.getBean(Effects.class).runs(run + "m3")).isEqualTo(3);
            assertThat(app.getBean(Effects.class).runs(run + "m4")).isEqualTo(1);
        }
        assertThat(List.of(effects("m1"), effects("m2"), effects("m3"), effects("m4")))
                .containsExactly(1L, 1L, 0L, 0L);
        List<ConsumerRecord<byte[], byte[]>> letters = kafka.records(graves);
        assertThat(letters).extracting(KafkaRig::id).containsExactly(run + "m3", run + "m4");
        ConsumerRecord<byte[], byte[]> poison = letters.get(0);
        assertThat(header(poison, DeadLetterHeaders.CAUSE))
                .isEqualTo("java.lang.IllegalStateException: no such account");
        assertThat(header(poison, DeadLetterHeaders.TRIES)).isEqualTo("3");
        assertThat(header(poison, DeadLetterHeaders.CONSUMER)).isEqualTo("points");
        assertThat(header(poison, DeadLetterHeaders.SOURCE)).isEqualTo(topic);
        assertThat(new String(poison.value(), StandardCharsets.UTF_8)).isEqualTo("poison");
    }

    @Test
    @DisplayName(
            "B-28 a message that can't be decoded goes to the dead letters, byte for byte, at once, and later ones flow")
    void undecodable() {
        makeTopics(1);
        kafka.send(number("m1", new byte[] {0, 0, 0, 1}));
        kafka.send(number("m3", new byte[] {1, 2, 3}));
        kafka.send(number("m4", new byte[] {0, 0, 0, 4}));
        try (ConfigurableApplicationContext app = start(List.of(INTEGERS), Numbers.class, Heard.class)) {
            await().until(() -> effects("m4") == 1 && lag() == 0);
            assertThat(app.getBean(Heard.class).dispositions)
                    .hasSize(3)
                    .element(1)
                    .isInstanceOfSatisfying(
                            DeadLetter.class, given -> assertThat(given.tries()).isZero());
        }
        assertThat(effects("m1")).isEqualTo(1);
        assertThat(kafka.records(graves)).hasSize(1).allSatisfy(letter -> {
            assertThat(letter.value()).containsExactly(1, 2, 3);
            assertThat(letter.key()).containsExactly(7);
            assertThat(id(letter)).isEqualTo(run + "m3");
            assertThat(header(letter, DeadLetterHeaders.CAUSE)).contains("cannot be decoded");
            assertThat(letter.headers().toArray()).hasSize(5);
        });
    }

    private ProducerRecord<byte[], byte[]> number(String id, byte[] value) {
        ProducerRecord<byte[], byte[]> message = new ProducerRecord<>(topic, 0, new byte[] {7}, value);
        message.headers().add(OutgoingMessage.ID_HEADER, bytes(run + id));
        return message;
    }

    @Test
    @DisplayName(
            "B-28 what an ErrorHandlingDeserializer has swallowed goes to the dead letters as well, with the first bytes")
    void swallowed() {
        makeTopics(1);
        kafka.send(number("m3", new byte[] {1, 2, 3}));
        kafka.send(number("m4", new byte[] {0, 0, 0, 4}));
        List<String> swallowing = List.of(
                "spring.kafka.consumer.value-deserializer="
                        + "org.springframework.kafka.support.serializer.ErrorHandlingDeserializer",
                "spring.kafka.consumer.properties.spring.deserializer.value.delegate.class="
                        + "org.apache.kafka.common.serialization.IntegerDeserializer");
        try (ConfigurableApplicationContext app = start(swallowing, Numbers.class, Heard.class)) {
            await().until(() -> effects("m4") == 1 && lag() == 0);
            assertThat(app.getBean(Heard.class).dispositions).hasSize(2);
        }
        assertThat(kafka.records(graves)).hasSize(1).allSatisfy(letter -> {
            assertThat(letter.value()).containsExactly(1, 2, 3);
            assertThat(letter.headers().toArray()).hasSize(5);
        });
    }

    @Test
    @DisplayName(
            "B-29 a message that gives nothing to do is acknowledged and not remembered: the next one with its id is done")
    void nothingToDo() {
        makeTopics(1);
        try (ConfigurableApplicationContext app = start(List.of(), Points.class, Signals.class, Heard.class)) {
            send("m", "empty");
            await().until(() -> app.getBean(Heard.class).dispositions.contains(new Acknowledge(Because.NOTHING)));
            assertThat(effects("m")).isZero();
            send("m", "full");
            await().until(() -> effects("m") == 1 && lag() == 0);
        }
        assertThat(kafka.records(graves)).isEmpty();
    }

    @Test
    @DisplayName(
            "a business key out of the payload: a copy with another message id, and other volatile fields, is a duplicate")
    void businessKey() {
        makeTopics(1);
        send("a", "{\"orderId\":\"" + run + "o\",\"sentAt\":\"1\"}");
        send("b", "{\"sentAt\":\"2\",\"orderId\":\"" + run + "o\"}");
        send("c", "no JSON");
        try (ConfigurableApplicationContext app = start(List.of(), ByOrder.class, Heard.class)) {
            await().until(() -> app.getBean(Heard.class).dispositions.size() == 3 && lag() == 0);
            assertThat(app.getBean(Heard.class).dispositions).contains(DONE, DUPLICATE);
        }
        assertThat(effects("o")).isEqualTo(1);
        assertThat(kafka.records(graves))
                .hasSize(1)
                .allMatch(letter -> header(letter, DeadLetterHeaders.CAUSE).contains("cannot be read"));
    }

    @Test
    @DisplayName(
            "a message without an id is known by its position: read again after the group was moved back, it is a duplicate")
    void position() {
        makeTopics(1);
        ProducerRecord<byte[], byte[]> nameless = new ProducerRecord<>(topic, bytes("{\"orderId\":\"" + run + "o\"}"));
        kafka.send(nameless);
        for (int reading = 1; reading <= 2; reading++) {
            try (ConfigurableApplicationContext app = start(List.of(), Nameless.class, Heard.class)) {
                await().until(() -> !app.getBean(Heard.class).dispositions.isEmpty() && lag() == 0);
                assertThat(app.getBean(Heard.class).dispositions).containsExactly(reading == 1 ? DONE : DUPLICATE);
            }
            kafka.rewind(group, topic, 0);
        }
    }

    /** Its messages have no ids. */
    static class Nameless {
        @Idempotent(operation = "nameless")
        @KafkaListener(topics = "${topic}")
        public void on(byte[] body) {}
    }

    @Test
    @DisplayName("two consumers of one message both run, each once")
    void twoConsumers() {
        makeTopics(1);
        send("m", "one");
        send("m", "one");
        try (ConfigurableApplicationContext app =
                start(List.of(), Points.class, Mails.class, Signals.class, Heard.class)) {
            await().until(() -> app.getBean(Heard.class).dispositions.size() == 4);
        }
        assertThat(effects("m")).isEqualTo(1);
        assertThat(database.effects("mail-" + run + "m")).isEqualTo(1);
    }

    @Test
    @DisplayName("messages of an aborted transaction of their publisher's take no effect")
    void aborted() throws Exception {
        makeTopics(1);
        Map<String, Object> transactional = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrap(),
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                "publisher-" + run);
        try (KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(transactional, new ByteArraySerializer(), new ByteArraySerializer());
                ConfigurableApplicationContext app = start(List.of(), Points.class, Signals.class, Heard.class)) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(message(0, "aborted", "one")).get(1, TimeUnit.MINUTES);
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(message(0, "committed", "one")).get(1, TimeUnit.MINUTES);
            producer.commitTransaction();
            await().until(() -> effects("committed") == 1
                    && !app.getBean(Heard.class).dispositions.isEmpty()); // it is heard behind its commit
            assertThat(app.getBean(Heard.class).dispositions).containsExactly(DONE);
        }
        assertThat(effects("aborted")).isZero();
    }

    static DataSource refusingWhile(AtomicBoolean down) {
        return new DelegatingDataSource(database.pool()) {
            @Override
            public Connection getConnection() throws SQLException {
                if (down.get()) {
                    throw new SQLTransientConnectionException("connection refused");
                }
                return super.getConnection();
            }
        };
    }

    @Test
    @DisplayName(
            "while the database is down messages wait, uncounted and uncommitted; an application can be stopped then")
    void databaseDown() {
        makeTopics(1);
        AtomicBoolean down = new AtomicBoolean();
        List<String> properties = List.of("topic=" + topic, "spring.kafka.consumer.group-id=" + group);
        Class<?>[] beans = {Points.class, Signals.class, Heard.class};
        try (ConfigurableApplicationContext app =
                KafkaApp.start(refusingWhile(down), kafka.bootstrap(), properties, beans)) {
            down.set(true);
            send("m1", "one");
            Heard heard = app.getBean(Heard.class);
            await().until(() -> heard.dispositions.size() >= 5);
            assertThat(heard.later()).hasSizeGreaterThanOrEqualTo(5).containsOnly(Why.STORE_DOWN);
        }
        assertThat(lag()).isEqualTo(1);
        down.set(false);
        send("m2", "two");
        try (ConfigurableApplicationContext app = start(List.of(), beans)) {
            await().until(() -> effects("m1") == 1 && effects("m2") == 1 && lag() == 0);
            assertThat(app.getBean(Heard.class).dispositions).containsExactly(DONE, DONE);
        }
        assertThat(kafka.records(graves)).isEmpty();
    }

    @Test
    @DisplayName(
            "a dead letter whose topic does not exist is not lost: its message stays uncommitted until the topic is there")
    void noGrave() {
        topic = kafka.topic("alone-" + run, 1);
        send("m", "closed");
        List<String> impatient = List.of("onlyonce.messaging.confirm-patience=300ms");
        try (ConfigurableApplicationContext app = start(impatient, Points.class, Signals.class, Heard.class)) {
            Heard heard = app.getBean(Heard.class);
            await().until(() -> heard.dispositions.size() >= 3);
            assertThat(heard.dispositions).hasOnlyElementsOfType(DeadLetter.class);
            assertThat(lag()).isEqualTo(1);
            int before = heard.dispositions.size();
            graves = kafka.topic("alone-" + run + ".dlq", 1);
            await().until(() -> lag() == 0);
            assertThat(app.getBean(Effects.class).runs(run + "m")).isEqualTo(1);
            // each try that is confirmed too late has left one, and so may the one that was under way
            assertThat(kafka.records(graves))
                    .hasSizeBetween(1, heard.dispositions.size() - before + 1)
                    .allMatch(letter -> id(letter).equals(run + "m"));
        }
    }

    @Test
    @DisplayName("the record's key is a header to a key expression, and what is no text is none")
    void recordKey() {
        makeTopics(1);
        kafka.send(new ProducerRecord<>(topic, 0, bytes(run + "k"), bytes("1")));
        kafka.send(new ProducerRecord<>(topic, 0, new byte[] {(byte) 0xFF}, bytes("2")));
        try (ConfigurableApplicationContext app = start(List.of(), ByKey.class, Heard.class)) {
            Heard heard = app.getBean(Heard.class);
            await().until(() -> heard.dispositions.size() == 2 && lag() == 0);
            assertThat(heard.dispositions.get(0)).isEqualTo(DONE);
            assertThat(heard.dispositions.get(1)).isInstanceOf(DeadLetter.class);
            assertThat(heard.messages).extracting(Delivered::position).containsExactly(topic + "-0-0", topic + "-0-1");
        }
        assertThat(database.records(run + "k")).isEqualTo(1);
    }

    /** Its messages are known by their records' keys. */
    static class ByKey {
        @Idempotent(operation = "by-key", key = "#headers['record-key']")
        @KafkaListener(topics = "${topic}")
        public void on(byte[] body) {}
    }
}
