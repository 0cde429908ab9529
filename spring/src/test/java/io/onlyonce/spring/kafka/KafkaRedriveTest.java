package io.onlyonce.spring.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.messaging.DeadLetterHeaders;
import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.Redrive;
import io.onlyonce.spring.kafka.KafkaListenerTest.Points;
import io.onlyonce.spring.messaging.Redrives;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.support.KafkaHeaders;

/** Dead letters in Kafka and their way back. */
class KafkaRedriveTest extends KafkaRig {

    @Test
    @DisplayName("B-28 dead letters are re-driven through the same dedup: done once now, and their headers are gone")
    void redrive() throws Exception {
        makeTopics(2);
        send(0, "m", "poison");
        send(1, "m", "poison");
        try (ConfigurableApplicationContext app = start(List.of(), Points.class, Signals.class, Heard.class)) {
            await().until(() -> kafka.records(graves).size() == 2 && lag() == 0);
            app.getBean(Signals.class).repaired.set(true);
            Redrive redrive = redrive(app);
            assertThat(redrive.count()).isEqualTo(2);
            assertThat(redrive.run(1)).isEqualTo(1);
            assertThat(redrive.count()).isEqualTo(1);
            assertThat(redrive.run(10)).isEqualTo(1);
            assertThat(redrive.count()).isZero();
            await().until(() -> lag() == 0);
            assertThat(app.getBean(Heard.class).dispositions).contains(DONE, DUPLICATE);
            assertThat(redrive.run(10)).isZero();
        }
        assertThat(effects("m")).isEqualTo(1);
        assertThat(kafka.records(topic))
                .hasSize(4)
                .allSatisfy(sent -> assertThat(sent.headers().lastHeader(DeadLetterHeaders.CAUSE))
                        .isNull());
        assertThat(kafka.lag(KafkaDeadLetters.group(graves), graves)).isZero();
    }

    private Redrive redrive(ConfigurableApplicationContext app) {
        return app.getBean(Redrives.class).of("points", topic);
    }

    @Test
    @DisplayName("B-28 a run ends although every letter comes back at once, and each run sends each letter once")
    void endless() throws Exception {
        makeTopics(1);
        for (int i = 0; i < 5; i++) {
            send("m" + i, "closed");
        }
        try (ConfigurableApplicationContext app = start(List.of(), Points.class, Signals.class, Heard.class)) {
            for (int letters = 5; letters <= 15; letters += 5) {
                int expected = letters;
                await().until(() -> kafka.records(graves).size() == expected && lag() == 0);
                if (letters < 15) {
                    assertThat(redrive(app).run(1000)).isEqualTo(5);
                }
            }
        }
        assertThat(kafka.records(topic)).hasSize(15);
    }

    private KafkaDeadLetters letters() {
        DefaultKafkaProducerFactory<byte[], byte[]> brokers =
                new DefaultKafkaProducerFactory<>(Map.of("bootstrap.servers", kafka.bootstrap()));
        return new KafkaDeadLetters(brokers, new KafkaSends(brokers, Duration.ofSeconds(5)), graves, topic);
    }

    private ProducerRecord<byte[], byte[]> letter(String header, String source) {
        ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(graves, 0, bytes("key"), bytes("body"));
        letter.headers().add(header, bytes(source));
        return letter;
    }

    @Test
    @DisplayName(
            "a letter that Spring Kafka's recoverer put there goes back, too, and so does one that tells no source")
    void otherLetters() throws Exception {
        makeTopics(1);
        kafka.send(letter("other", "x"));
        kafka.send(letter(KafkaHeaders.DLT_ORIGINAL_TOPIC, topic));
        List<Delivered> seen = new CopyOnWriteArrayList<>();
        assertThat(letters().sendBack(10, seen::add)).isEqualTo(2);
        assertThat(letters().sendBack(10, seen::add)).isZero();
        assertThat(seen).extracting(Delivered::source).containsExactly(topic, topic);
        assertThat(kafka.records(topic))
                .hasSize(2)
                .allSatisfy(sent -> assertThat(sent.key()).isEqualTo(bytes("key")));
    }

    @Test
    @DisplayName(
            "a letter that can't go back is put behind the others, which go back; one that its consumer does not want back yet stays")
    void stays() throws Exception {
        makeTopics(1);
        kafka.send(letter(DeadLetterHeaders.SOURCE, "no-such-topic-" + run));
        kafka.send(letter(DeadLetterHeaders.SOURCE, topic));
        assertThatThrownBy(() -> letters().sendBack(10, letter -> {
                    throw new IOException("not yet");
                }))
                .hasMessage("not yet");
        assertThat(kafka.records(topic)).isEmpty();
        assertThat(letters().sendBack(10, letter -> {})).isEqualTo(1);
        assertThat(kafka.records(topic)).hasSize(1);
        assertThat(kafka.records(graves)).hasSize(3);
        assertThat(kafka.lag(KafkaDeadLetters.group(graves), graves)).isEqualTo(1);
    }
}
