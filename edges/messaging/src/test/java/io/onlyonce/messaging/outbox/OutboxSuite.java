package io.onlyonce.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.MisuseException;
import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.Kept;
import io.onlyonce.messaging.BackOff;
import io.onlyonce.messaging.Node;
import io.onlyonce.messaging.Rig;
import io.onlyonce.messaging.outbox.MessagePublisher.Sent;
import io.onlyonce.messaging.outbox.OutboxRelay.Terms;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What an outbox promises, whatever its store is. */
public abstract class OutboxSuite {
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration OFTEN = Duration.ofMillis(5);
    private static final Terms TERMS = new Terms(50, 3, new BackOff(MILLI, MILLI));

    private final Rig rig;
    private final String name = "test-" + UUID.randomUUID();
    private final FakeBroker broker = new FakeBroker();
    private final Node node;

    protected OutboxSuite(Rig rig) {
        this.rig = rig;
        this.node = rig.node();
    }

    private Outbox outbox(Node of) {
        return new Outbox(name, of.stores().inbox());
    }

    private OutboxRelay relay(Node of) {
        return new OutboxRelay(outbox(of), of.stores().transactions(), broker, TERMS, OutboxEvents.NONE);
    }

    private static OutgoingMessage message(String id) {
        return new OutgoingMessage(
                "orders", "paid", id, Map.of("type", "order.paid"), id.getBytes(StandardCharsets.UTF_8));
    }

    private void publish(String... ids) throws Exception {
        node.stores().transactions().run(() -> {
            for (String id : ids) {
                outbox(node).publish(message(id));
            }
            return Ended.commit(true);
        });
    }

    /** Runs the relay until it has confirmed or parked so many. */
    private void relayUntil(int settled) {
        int[] sum = {0};
        Awaitility.await().atMost(Duration.ofMinutes(1)).pollInterval(OFTEN).until(() -> {
            Relayed run = relay(node).runOnce();
            sum[0] += run.confirmed() + run.parked();
            return sum[0] >= settled;
        });
    }

    @Test
    @DisplayName("a message leaves if its transaction commits, as it was published, and not if that rolls back")
    void commitAndRollback() throws Exception {
        node.stores().transactions().run(() -> {
            outbox(node).publish(message("never"));
            return Ended.rollBack(true);
        });
        publish("m");
        assertThat(relay(node).runOnce().confirmed()).isEqualTo(1);
        OutgoingMessage sent = broker.messages().get(0);
        assertThat(sent).usingRecursiveComparison().isEqualTo(message("m"));
        assertThat(relay(node).runOnce()).isEqualTo(Relayed.nothing(Duration.ZERO));
        assertThat(broker.ids()).containsExactly("m");
    }

    @Test
    @DisplayName("outside a transaction nothing is published, and inside one nothing is relayed")
    void transactions() {
        assertThatThrownBy(() -> outbox(node).publish(message("m"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> node.stores()
                        .transactions()
                        .run(() -> Ended.commit(relay(node).runOnce())))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining(name);
    }

    @Test
    @DisplayName(
            "no gap: a message that a slow transaction commits after the relay has passed by is sent by its next run")
    void slowTransaction() throws Exception {
        Node slow = rig.node();
        try (SideTransaction side = SideTransaction.begin(slow.stores().transactions())) {
            side.call(() -> outbox(slow).publish(message("m1")));
            publish("m2");
            assertThat(relay(node).runOnce().confirmed()).isEqualTo(1);
            assertThat(broker.ids()).containsExactly("m2");
            side.commit();
        }
        assertThat(relay(node).runOnce().confirmed()).isEqualTo(1);
        assertThat(broker.ids()).containsExactly("m2", "m1");
    }

    @Test
    @DisplayName("several relays at once beside publishers: every message is sent, none twice")
    void severalRelays() {
        int perPublisher = 50;
        Herd.of(6).runAll(member -> {
            Node mine = rig.node();
            if (member < 2) {
                for (int i = 0; i < perPublisher; i++) {
                    String id = member + "-" + i;
                    mine.stores()
                            .transactions()
                            .run(() -> Ended.commit(outbox(mine).publish(message(id))));
                }
            } else {
                Awaitility.await().atMost(Duration.ofSeconds(50)).until(() -> {
                    relay(mine).runOnce();
                    return broker.ids().size() >= 2 * perPublisher;
                });
            }
            return true;
        });
        assertThat(broker.ids()).hasSize(2 * perPublisher).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("a relay that dies after sending and before its commit: the message is sent again, under the same id")
    void diesAfterSending() throws Exception {
        publish("m");
        broker.afterSending(() -> {
            throw new AssertionError("killed");
        });
        assertThatThrownBy(() -> relay(node).runOnce()).isInstanceOf(AssertionError.class);
        broker.afterSending(() -> {});
        assertThat(relay(rig.node()).runOnce().confirmed()).isEqualTo(1);
        assertThat(broker.ids()).containsExactly("m", "m");
    }

    @Test
    @DisplayName(
            "while the broker is down nothing is counted and nothing put aside; when it is back everything is sent")
    void brokerDown() throws Exception {
        publish("m1", "m2");
        broker.down(true);
        for (int i = 0; i < 10; i++) {
            Relayed run = relay(node).runOnce();
            assertThat(run.unreachable()).isTrue();
            assertThat(List.of(run.confirmed(), run.later(), run.parked())).containsOnly(0);
        }
        broker.down(false);
        assertThat(relay(node).runOnce().confirmed()).isEqualTo(2);
        assertThat(broker.ids()).containsExactlyInAnyOrder("m1", "m2");
    }

    @Test
    @DisplayName(
            "a refused message is tried again, then put aside with its cause; the others are sent, and it is, too, once revived")
    void refused() throws Exception {
        broker.answering(
                message -> message.id().equals("bad") ? new Sent.Refused("no such queue") : new Sent.Confirmed());
        publish("bad", "good");
        relayUntil(2);
        assertThat(broker.ids().stream().filter("bad"::equals)).hasSize(3);
        assertThat(broker.ids()).containsOnlyOnce("good");
        List<Kept> parked = relay(node).parked(10);
        assertThat(parked).hasSize(1);
        assertThat(parked.get(0).entry().id()).isEqualTo("bad");
        assertThat(parked.get(0).cause()).isEqualTo("refused: no such queue");
        assertThat(relay(node).runOnce()).isEqualTo(Relayed.nothing(Duration.ZERO));

        broker.answering(message -> new Sent.Confirmed());
        assertThat(relay(node).revive("good")).isFalse();
        assertThat(relay(node).revive("bad")).isTrue();
        relayUntil(1);
        assertThat(relay(node).parked(10)).isEmpty();
    }

    @Test
    @DisplayName("a lost confirm is sent again under the same id, as often as it takes, and never put aside for it")
    void unconfirmed() throws Exception {
        broker.answering(message ->
                broker.ids().size() < 8 ? new Sent.Unconfirmed("no confirm within 5 s") : new Sent.Confirmed());
        publish("m");
        relayUntil(1);
        assertThat(broker.ids()).hasSize(8).containsOnly("m");
        assertThat(relay(node).parked(10)).isEmpty();
    }

    @Test
    @DisplayName("lost confirms count towards no refusal: a message is put aside when it was refused before as well")
    void unconfirmedThenRefused() throws Exception {
        broker.answering(message -> broker.ids().size() <= TERMS.maxTries()
                ? new Sent.Unconfirmed("no confirm within 5 s")
                : new Sent.Refused("no such queue"));
        publish("m");
        relayUntil(1);
        assertThat(broker.ids()).hasSize(TERMS.maxTries() + 2).containsOnly("m");
        assertThat(relay(node).parked(10)).hasSize(1);
    }

    @Test
    @DisplayName("what has failed before is sent alone, and once the broker has hung up the rest of the run waits")
    void failedBeforeAlone() throws Exception {
        broker.answering(message ->
                message.id().startsWith("bad") ? new Sent.Unconfirmed("channel closed") : new Sent.Confirmed());
        publish("bad1", "bad2", "m1");
        assertThat(relay(node).runOnce())
                .extracting(Relayed::confirmed, Relayed::later)
                .containsExactly(1, 2);
        publish("m2", "m3");
        Awaitility.await().until(() -> {
            relay(node).runOnce();
            return broker.groups().size() >= 3;
        });
        assertThat(broker.groups().subList(0, 3)).containsExactly(3, 2, 1);
        assertThat(broker.ids()).containsOnlyOnce("m1", "m2", "m3");
    }

    @Test
    @DisplayName("a row that is no message is put aside at once, and the others are sent")
    void unreadable() throws Exception {
        node.stores()
                .transactions()
                .run(() -> Ended.commit(node.stores()
                        .inbox()
                        .put(
                                new InboxEntry(Outbox.sourceOf(name), "odd", "orders", new byte[] {1, 9}),
                                Duration.ZERO)));
        publish("m");
        Relayed run = relay(node).runOnce();
        assertThat(List.of(run.confirmed(), run.parked())).containsExactly(1, 1);
        assertThat(relay(node).parked(10).get(0).entry().id()).isEqualTo("odd");
    }

    @Test
    @DisplayName("a row of a newer release waits for a node of that release, and the others are sent")
    void newerFormat() throws Exception {
        byte[] newer = KeptMessage.encode(message("new"), Instant.now());
        newer[0]++;
        InboxEntry entry = new InboxEntry(Outbox.sourceOf(name), "new", "orders", newer);
        node.stores()
                .transactions()
                .run(() -> Ended.commit(node.stores().inbox().put(entry, Duration.ZERO)));
        publish("m");
        Relayed run = relay(node).runOnce();
        assertThat(List.of(run.confirmed(), run.later(), run.parked())).containsExactly(1, 1, 0);
        assertThat(relay(node).parked(10)).isEmpty();
        assertThat(broker.ids()).containsExactly("m");
    }

    @Test
    @DisplayName("whoever publishes does not wait for a relay that waits for its broker")
    void publishersDoNotWait() throws Exception {
        publish("m1");
        CountDownLatch sending = new CountDownLatch(1);
        CountDownLatch published = new CountDownLatch(1);
        broker.afterSending(() -> {
            sending.countDown();
            await(published);
        });
        Herd.of(2).runAll(member -> {
            if (member == 0) {
                return relay(node).runOnce().confirmed();
            }
            await(sending);
            Node other = rig.node();
            for (int i = 0; i < 20; i++) {
                String id = "n" + i;
                other.stores()
                        .transactions()
                        .run(() -> Ended.commit(outbox(other).publish(message(id))));
            }
            published.countDown();
            return 20;
        });
        broker.afterSending(() -> {});
        relayUntil(20);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("one id for two destinations is refused, because one of the two messages would be lost")
    void idForTwoDestinations() throws Exception {
        publish("m");
        OutgoingMessage other = new OutgoingMessage("mails", null, "m", Map.of(), new byte[0]);
        assertThatThrownBy(() -> node.stores()
                        .transactions()
                        .run(() -> Ended.commit(outbox(node).publish(other))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("\"m\"", "\"orders\"", "\"mails\"");
        assertThat(relay(node).runOnce().confirmed()).isEqualTo(1);
        assertThat(broker.ids()).containsExactly("m");
    }

    @Test
    @DisplayName("a second message with an id that is still unsent is not taken; two outboxes don't see each other")
    void ids() throws Exception {
        node.stores().transactions().run(() -> {
            assertThat(outbox(node).publish(message("m"))).isTrue();
            assertThat(outbox(node).publish(message("m"))).isFalse();
            assertThat(new Outbox("other-" + name, node.stores().inbox()).publish(message("m")))
                    .isTrue();
            return Ended.commit(true);
        });
        assertThat(relay(node).runOnce().confirmed()).isEqualTo(1);
    }

    @Test
    @DisplayName("what waits for its next try is told with its age, though nothing is due")
    void waitingIsTold() throws Exception {
        Instant published = Instant.parse("2026-01-01T00:00:00Z");
        Outbox then = new Outbox(name, node.stores().inbox(), () -> published);
        node.stores().transactions().run(() -> Ended.commit(then.publish(message("m"))));
        Outbox now = new Outbox(name, node.stores().inbox(), () -> published.plusSeconds(90));
        Terms slow = new Terms(2, 3, new BackOff(Duration.ofDays(1), Duration.ofDays(1)));
        OutboxRelay relay = new OutboxRelay(now, node.stores().transactions(), broker, slow, OutboxEvents.NONE);
        broker.answering(message -> new Sent.Refused("no such queue"));
        assertThat(relay.runOnce().later()).isEqualTo(1);
        assertThat(relay.runOnce()).isEqualTo(Relayed.nothing(Duration.ofSeconds(90)));
    }

    @Test
    @DisplayName("a run tells how old the oldest due message was, and whether there may be more")
    void told() throws Exception {
        List<Relayed> heard = new CopyOnWriteArrayList<>();
        Instant published = Instant.parse("2026-01-01T00:00:00Z");
        Outbox then = new Outbox(name, node.stores().inbox(), () -> published);
        node.stores().transactions().run(() -> {
            IntStream.range(0, 3).forEach(i -> then.publish(message("m" + i)));
            return Ended.commit(true);
        });
        Outbox now = new Outbox(name, node.stores().inbox(), () -> published.plusSeconds(90));
        OutboxRelay small = new OutboxRelay(
                now,
                node.stores().transactions(),
                broker,
                new Terms(2, 3, new BackOff(MILLI, MILLI)),
                (outbox, run) -> heard.add(run));
        small.runOnce();
        small.runOnce();
        small.runOnce();
        Duration age = Duration.ofSeconds(90);
        assertThat(heard)
                .containsExactly(
                        new Relayed(2, 0, 0, age, false, true),
                        new Relayed(1, 0, 0, age, false, false),
                        Relayed.nothing(Duration.ZERO));
    }
}
