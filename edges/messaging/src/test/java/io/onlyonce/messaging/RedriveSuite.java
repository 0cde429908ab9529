package io.onlyonce.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.messaging.Disposition.Acknowledge;
import io.onlyonce.messaging.Disposition.Acknowledge.Because;
import io.onlyonce.messaging.Disposition.DeadLetter;
import io.onlyonce.messaging.Disposition.Later;
import io.onlyonce.messaging.IdempotentConsumer.Terms;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a re-drive promises, whatever the stores are. */
abstract class RedriveSuite {
    private static final Disposition DONE = new Acknowledge(Because.DONE);
    private static final Disposition DUPLICATE = new Acknowledge(Because.DUPLICATE);
    private static final int TRIES = 2;
    private static final Terms TERMS = new Terms(
            TRIES,
            new BackOff(Duration.ofMillis(1), Duration.ofMillis(1)),
            Duration.ofSeconds(20),
            Duration.ofDays(30));

    private final Rig rig;
    private final Node node;
    private final String run = UUID.randomUUID().toString();
    private final IdempotentConsumer consumer;
    private final FakeDeadLetters letters = new FakeDeadLetters();
    private final Redrive redrive;
    private final AtomicInteger runs = new AtomicInteger();
    private boolean broken = true;

    RedriveSuite(Rig rig) {
        this.rig = rig;
        this.node = rig.node();
        this.consumer = IdempotentConsumer.named("points", MessageIdentity.header("id"), node.stores())
                .terms(TERMS)
                .permanent(List.of(IOException.class));
        this.redrive = new Redrive(consumer, rig.records(), letters);
    }

    private Delivered message(String id) {
        return Delivered.of("orders", Map.of("id", run + id), new byte[] {7});
    }

    /** Delivers until the message is dealt with, and does with a dead letter what is to be done. */
    private Disposition deliver(Delivered message) {
        return Stream.generate(() -> consumer.handle(message, this::work))
                .filter(end -> !(end instanceof Later))
                .findFirst()
                .map(end -> {
                    if (end instanceof DeadLetter given) {
                        letters.add(consumer.name(), message, given);
                    }
                    return end;
                })
                .orElseThrow();
    }

    private Worked work(Delivered message, Object attempt) throws Exception {
        runs.incrementAndGet();
        if (broken) {
            throw new IllegalStateException("the tariff is missing");
        }
        node.effect(String.valueOf(message.headers().get("id")));
        return Worked.DONE;
    }

    private List<Disposition> deliverBack() {
        List<Delivered> back = List.copyOf(letters.back());
        letters.back().clear();
        return back.stream().map(this::deliver).toList();
    }

    private long effects(String id) {
        return rig.effects(run + id);
    }

    @Test
    @DisplayName("B-28 a dead letter tells its cause, and is done once when its cause was removed and it is re-driven")
    void redriven() throws Exception {
        deliver(message("m"));
        assertThat(letters.first().headers())
                .containsEntry(DeadLetterHeaders.CONSUMER, "points")
                .containsEntry(DeadLetterHeaders.SOURCE, "orders")
                .containsEntry(DeadLetterHeaders.CAUSE, "java.lang.IllegalStateException: the tariff is missing")
                .containsEntry(DeadLetterHeaders.TRIES, "2");
        broken = false;
        assertThat(redrive.run(10)).isEqualTo(1);
        assertThat(deliverBack()).containsExactly(DONE);
        assertThat(deliver(message("m"))).isEqualTo(DUPLICATE);
        assertThat(effects("m")).isEqualTo(1);
        assertThat(letters.size()).isZero();
    }

    @Test
    @DisplayName("B-28 one whose cause is still there comes back to the dead letters, after all its tries")
    void stillBroken() throws Exception {
        deliver(message("m"));
        redrive.run(10);
        assertThat(deliverBack().get(0)).isInstanceOf(DeadLetter.class);
        assertThat(runs).hasValue(2 * TRIES);
        assertThat(letters.size()).isEqualTo(1);
        assertThat(effects("m")).isZero();
    }

    @Test
    @DisplayName("B-28 a failure that was permanent runs again, too, when it is re-driven")
    void permanentFailure() throws Exception {
        DeadLetter given = (DeadLetter) consumer.handle(message("m"), (message, attempt) -> {
            throw new IOException("closed");
        });
        letters.add("points", message("m"), given);
        broken = false;
        redrive.run(10);
        assertThat(deliverBack()).containsExactly(DONE);
    }

    @Test
    @DisplayName("B-28 two dead letters with one id, both re-driven: one effect")
    void twoLetters() throws Exception {
        deliver(message("m"));
        deliver(message("m"));
        broken = false;
        assertThat(redrive.run(10)).isEqualTo(2);
        assertThat(deliverBack()).containsExactly(DONE, DUPLICATE);
        redrive.run(10);
        assertThat(effects("m")).isEqualTo(1);
    }

    @Test
    @DisplayName("B-28 what was done stays done, though the broker took it for dead and it is re-driven")
    void doneStaysDone() throws Exception {
        broken = false;
        deliver(message("m"));
        letters.addByBroker(message("m"));
        redrive.run(10);
        assertThat(deliverBack()).containsExactly(DUPLICATE);
        assertThat(effects("m")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "a letter that can't be sent back stays, is sent back by the next re-drive, and a copy in between is done once")
    void brokerDown() throws Exception {
        deliver(message("m"));
        broken = false;
        letters.brokerDown(true);
        assertThatThrownBy(() -> redrive.run(10)).isInstanceOf(IOException.class);
        assertThat(letters.size()).isEqualTo(1);
        assertThat(deliver(message("m"))).isEqualTo(DONE);
        letters.brokerDown(false);
        assertThat(redrive.run(10)).isEqualTo(1);
        assertThat(deliverBack()).containsExactly(DUPLICATE);
        assertThat(effects("m")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-28 a letter whose id can't be read is sent back, comes back at once, and holds up nothing behind it")
    void unreadableId() throws Exception {
        IdempotentConsumer reading = IdempotentConsumer.named(
                "points",
                MessageIdentity.of(message -> {
                    throw new IllegalStateException("no JSON");
                }),
                node.stores());
        letters.add("points", message("odd"), new DeadLetter("no JSON", 0));
        letters.add("points", message("m"), new DeadLetter("no JSON", 0));
        assertThat(new Redrive(reading, rig.records(), letters).run(10)).isEqualTo(2);
        assertThat(reading.handle(letters.back().remove(), this::work)).isInstanceOf(DeadLetter.class);
        broken = false;
        assertThat(deliver(letters.back().remove())).isEqualTo(DONE);
        assertThat(effects("m")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "no more are sent back than were asked for; a message of another consumer, or without an id, only passes through")
    void limitAndOthers() throws Exception {
        deliver(message("m1"));
        deliver(message("m2"));
        assertThat(redrive.run(1)).isEqualTo(1);
        assertThat(letters.size()).isEqualTo(1);
        letters.add("mails", message("m1"), new DeadLetter("of mails", 1));
        letters.addByBroker(Delivered.of("orders", Map.of(), new byte[0]));
        assertThat(redrive.run(10)).isEqualTo(3);
        broken = false;
        List<Disposition> ends = deliverBack();
        assertThat(ends.subList(0, 2)).containsOnly(DONE);
        assertThat(ends.get(2)).isEqualTo(DUPLICATE);
        assertThat(ends.get(3)).isInstanceOf(DeadLetter.class);
    }
}
