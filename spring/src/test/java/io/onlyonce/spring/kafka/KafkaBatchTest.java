package io.onlyonce.spring.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.Disposition;
import io.onlyonce.messaging.Disposition.DeadLetter;
import io.onlyonce.messaging.Disposition.Later;
import io.onlyonce.messaging.outbox.OutgoingMessage;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.Effects;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.kafka.annotation.KafkaListener;

/** What becomes of the messages of a batch. */
class KafkaBatchTest extends KafkaRig {

    /** What is to become of a message stands in its body. */
    static class Points {
        private final Effects effects;

        Points(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(operation = "points", remembers = IllegalArgumentException.class)
        @KafkaListener(topics = "${topic}", batch = "true")
        public void onPaid(List<ConsumerRecord<String, byte[]>> messages) {
            assertThat(messages).hasSize(1);
            String id = id(messages.get(0));
            String body = new String(messages.get(0).value(), StandardCharsets.UTF_8);
            effects.write(id);
            if (body.equals("closed")) {
                throw new IllegalArgumentException("account 4711 is closed");
            }
            if (body.equals("shaky") && effects.runs(id) < 3) {
                throw new IllegalStateException("not now");
            }
        }
    }

    /** Takes what a poll gave, in Kafka's own type; its values are numbers. */
    static class Numbers {
        private final Effects effects;

        Numbers(Effects effects) {
            this.effects = effects;
        }

        @Idempotent(operation = "numbers")
        @KafkaListener(topics = "${topic}", batch = "true")
        public void onNumbers(ConsumerRecords<String, Integer> messages) {
            messages.forEach(message -> effects.write(id(message)));
        }
    }

    private List<String> heard(ConfigurableApplicationContext app) {
        Heard heard = app.getBean(Heard.class);
        return IntStream.range(0, heard.dispositions.size())
                .mapToObj(i -> name(heard.messages.get(i)) + " " + word(heard.dispositions.get(i)))
                .toList();
    }

    private String name(Delivered message) {
        return String.valueOf(message.headers().get(OutgoingMessage.ID_HEADER)).substring(run.length());
    }

    private static String word(Disposition disposition) {
        if (disposition instanceof Later) {
            return "later";
        }
        return disposition instanceof DeadLetter ? "dead" : disposition.equals(DONE) ? "done" : "duplicate";
    }

    @Test
    @DisplayName("B-20 a copy inside a batch, and one of a message done before, are duplicates; all others are done")
    void duplicatesInside() {
        makeTopics(1);
        send("1", "one");
        try (ConfigurableApplicationContext app = start(List.of(), Points.class, Heard.class)) {
            await().until(() -> lag() == 0);
            assertThat(heard(app)).containsExactly("1 done");
        }
        for (int i = 0; i < 10; i++) {
            send(String.valueOf(i), "one");
            if (i == 4) {
                send("4", "one");
            }
        }
        try (ConfigurableApplicationContext app = start(List.of(), Points.class, Heard.class)) {
            await().until(() -> lag() == 0);
            assertThat(heard(app))
                    .containsExactly(
                            "0 done",
                            "1 duplicate",
                            "2 done",
                            "3 done",
                            "4 done",
                            "4 duplicate",
                            "5 done",
                            "6 done",
                            "7 done",
                            "8 done",
                            "9 done");
        }
        assertThat(IntStream.range(0, 10).mapToLong(i -> effects(String.valueOf(i))))
                .containsOnly(1L);
        assertThat(kafka.records(graves)).isEmpty();
    }

    @Test
    @DisplayName(
            "B-28 a failure in a batch acknowledges those before it and is read again with those behind it; a dead letter stops nobody")
    void failureInside() {
        makeTopics(1);
        send("1", "one");
        send("2", "closed");
        send("3", "shaky");
        send("4", "four");
        try (ConfigurableApplicationContext app = start(List.of(), Points.class, Heard.class)) {
            await().until(() -> lag() == 0);
            assertThat(heard(app)).containsExactly("1 done", "2 dead", "3 later", "3 later", "3 done", "4 done");
        }
        assertThat(List.of(effects("1"), effects("2"), effects("3"), effects("4")))
                .containsExactly(1L, 0L, 1L, 1L);
        assertThat(kafka.records(graves)).extracting(KafkaRig::id).containsExactly(run + "2");
    }

    @Test
    @DisplayName("B-28 what can't be decoded in a batch goes to the dead letters, and the others are done")
    void undecodableInside() {
        makeTopics(1);
        send("1", "\0\0\0\1");
        send("2", "\0\0");
        send("3", "\0\0\0\3");
        List<String> integers = List.of(
                "spring.kafka.consumer.value-deserializer=org.apache.kafka.common.serialization.IntegerDeserializer");
        try (ConfigurableApplicationContext app = start(integers, Numbers.class, Heard.class)) {
            await().until(() -> lag() == 0);
            assertThat(heard(app)).containsExactly("1 done", "2 dead", "3 done");
        }
        assertThat(kafka.records(graves)).extracting(KafkaRig::id).containsExactly(run + "2");
    }

    @Test
    @DisplayName("B-30 a batch of ten of which six were done is read again: the six are duplicates, the four are done")
    void sixWereDone() {
        makeTopics(1);
        IntStream.range(0, 6).forEach(i -> send(String.valueOf(i), "one"));
        try (ConfigurableApplicationContext app = start(List.of(), Points.class, Heard.class)) {
            await().until(() -> lag() == 0);
            assertThat(heard(app)).hasSize(6).allMatch(one -> one.endsWith("done"));
        }
        IntStream.range(6, 10).forEach(i -> send(String.valueOf(i), "one"));
        kafka.rewind(group, topic, 0);
        try (ConfigurableApplicationContext app = start(List.of(), Points.class, Heard.class)) {
            await().until(() -> lag() == 0);
            assertThat(heard(app).subList(0, 6)).allMatch(one -> one.endsWith("duplicate"));
            assertThat(heard(app).subList(6, 10)).allMatch(one -> one.endsWith("done"));
        }
        assertThat(IntStream.range(0, 10).mapToLong(i -> effects(String.valueOf(i))))
                .containsOnly(1L);
    }
}
