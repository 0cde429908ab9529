package io.onlyonce.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Work;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.messaging.Disposition.Acknowledge;
import io.onlyonce.messaging.Disposition.Acknowledge.Because;
import io.onlyonce.messaging.Disposition.DeadLetter;
import io.onlyonce.messaging.Disposition.Later;
import io.onlyonce.messaging.Disposition.Later.Why;
import io.onlyonce.messaging.IdempotentConsumer.Stores;
import io.onlyonce.messaging.IdempotentConsumer.Terms;
import io.onlyonce.probe.Point;
import io.onlyonce.testkit.FaultProbe;
import io.onlyonce.testkit.Herd;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a consumer promises, whatever its stores are. */
abstract class ConsumerSuite {
    private static final Disposition DONE = new Acknowledge(Because.DONE);
    private static final Disposition DUPLICATE = new Acknowledge(Because.DUPLICATE);
    private static final Disposition NOTHING = new Acknowledge(Because.NOTHING);
    private static final String ID = "message-id";
    private static final int ROUNDS = 50;
    private static final int TRIES = 3;
    private static final BackOff BACK_OFF = new BackOff(Duration.ofMillis(10), Duration.ofMillis(20));
    private static final Terms TERMS = new Terms(TRIES, BACK_OFF, Duration.ofSeconds(20), Duration.ofDays(30));
    private static final Terms IMPATIENT = new Terms(TRIES, BACK_OFF, Duration.ZERO, Duration.ofDays(30));

    private final Rig rig;
    private final String run = UUID.randomUUID().toString();
    private final Node one;
    private final Node other;

    ConsumerSuite(Rig rig) {
        this.rig = rig;
        this.one = rig.node();
        this.other = rig.node();
    }

    private static IdempotentConsumer consumer(Node node) {
        return consumer(node.stores());
    }

    private static IdempotentConsumer consumer(Stores stores) {
        return IdempotentConsumer.named("points", MessageIdentity.header(ID), stores)
                .terms(TERMS);
    }

    private Delivered message(String id) {
        return message("orders", id, "body of " + id);
    }

    private Delivered message(String source, String id, String body) {
        return Delivered.of(source, Map.of(ID, run + id), body.getBytes(StandardCharsets.UTF_8));
    }

    private static String idOf(Delivered message) {
        return String.valueOf(message.headers().get(ID));
    }

    /** The work of one effect, which is called after the message's id. */
    private static MessageWork effect(Node node) {
        return (message, attempt) -> {
            node.effect(idOf(message));
            return Worked.DONE;
        };
    }

    /** The same, failing afterwards. */
    private static MessageWork failing(Node node, AtomicInteger runs, Throwable failure) {
        return (message, attempt) -> {
            runs.incrementAndGet();
            node.effect(idOf(message));
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        };
    }

    private long effects(String id) {
        return rig.effects(run + id);
    }

    private static Why whyLater(Disposition disposition) {
        assertThat(disposition).isInstanceOf(Later.class);
        return ((Later) disposition).why();
    }

    private static DeadLetter deadLetter(Disposition disposition) {
        assertThat(disposition).isInstanceOf(DeadLetter.class);
        return (DeadLetter) disposition;
    }

    @Test
    @DisplayName("B-28 a duplicate is acknowledged without an effect, and the message behind it has its turn")
    void duplicate() {
        List<Disposition> ends =
                consumer(one).handleAll(List.of(message("m1"), message("m1"), message("m2")), effect(one));
        assertThat(ends).containsExactly(DONE, DUPLICATE, DONE);
        assertThat(effects("m1")).isEqualTo(1);
        assertThat(effects("m2")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-28 a poison message is given up after N tries, counted outside of what was rolled back; later messages flow")
    void poison() {
        AtomicInteger runs = new AtomicInteger();
        MessageWork poison = failing(one, runs, new IllegalStateException("no such account"));
        for (int i = 1; i < TRIES; i++) {
            Later later = (Later) consumer(one).handle(message("m3"), poison);
            assertThat(later.why()).isEqualTo(Why.FAILED);
            assertThat(later.delay()).isEqualTo(BACK_OFF.after(i));
            assertThat(later.detail()).contains("try " + i + " of " + TRIES, "no such account");
        }
        DeadLetter given = deadLetter(consumer(one).handle(message("m3"), poison));
        assertThat(given).isEqualTo(new DeadLetter("java.lang.IllegalStateException: no such account", TRIES));
        assertThat(runs).hasValue(TRIES);
        assertThat(effects("m3")).isZero();
        assertThat(consumer(one).handle(message("m4"), effect(one))).isEqualTo(DONE);
    }

    @Test
    @DisplayName(
            "B-28 a copy of a message that was given up is not run: it goes to the dead letters with the same cause")
    void poisonAgain() {
        AtomicInteger runs = new AtomicInteger();
        MessageWork poison = failing(one, runs, new IllegalStateException("no such account"));
        List<Disposition> ends = consumer(one).handleAll(Collections.nCopies(TRIES, message("m")), poison);
        assertThat(consumer(other).handle(message("m"), effect(other))).isEqualTo(ends.get(TRIES - 1));
        assertThat(runs).hasValue(TRIES);
        assertThat(effects("m")).isZero();
    }

    @Test
    @DisplayName("B-28 two consumers share the count of a poison message's tries")
    void poisonAtTwoNodes() {
        AtomicInteger runs = new AtomicInteger();
        RuntimeException failure = new IllegalStateException("no");
        whyLater(consumer(one).handle(message("m"), failing(one, runs, failure)));
        whyLater(consumer(other).handle(message("m"), failing(other, runs, failure)));
        assertThat(deadLetter(consumer(one).handle(message("m"), failing(one, runs, failure)))
                        .tries())
                .isEqualTo(3);
        assertThat(runs).hasValue(TRIES);
    }

    @Test
    @DisplayName("B-28 a message that can't be decoded is given up after N tries, with the cause")
    void undecodable() {
        MessageWork decoding = (message, attempt) -> {
            throw new IOException("no JSON at 0");
        };
        List<Disposition> ends =
                consumer(one).handleAll(List.of(message("m3"), message("m3"), message("m3")), decoding);
        assertThat(deadLetter(ends.get(2)).cause()).isEqualTo("java.io.IOException: no JSON at 0");
    }

    @Test
    @DisplayName("B-28 work that loses its own connection each time is counted, and given up in the end")
    void losesItsConnection() {
        AtomicInteger runs = new AtomicInteger();
        MessageWork work = failing(one, runs, new StoreUnavailableException(new IOException("terminated")));
        List<Disposition> ends = consumer(one).handleAll(Collections.nCopies(TRIES, message("m")), work);
        assertThat(ends.subList(0, TRIES - 1)).allMatch(end -> whyLater(end) == Why.FAILED);
        assertThat(deadLetter(ends.get(TRIES - 1)).cause()).contains("terminated");
        assertThat(runs).hasValue(TRIES);
        assertThat(effects("m")).isZero();
    }

    @Test
    @DisplayName("B-28 a fingerprint that can't be made is told as what it is")
    void fingerprintFails() {
        IdempotentConsumer odd = consumer(one).fingerprint(message -> {
            throw new IllegalStateException("no JSON");
        });
        assertThat(deadLetter(odd.handle(message("m"), effect(one))).cause())
                .contains("content cannot be read", "no JSON");
        assertThat(effects("m")).isZero();
    }

    @Test
    @DisplayName("B-28 an error, not only an exception, is a failed try")
    void error() {
        AtomicInteger runs = new AtomicInteger();
        MessageWork deep = failing(one, runs, new StackOverflowError());
        List<Disposition> ends = consumer(one).handleAll(Collections.nCopies(TRIES + 1, message("m")), deep);
        assertThat(ends.subList(0, TRIES - 1)).allMatch(end -> whyLater(end) == Why.FAILED);
        assertThat(deadLetter(ends.get(TRIES)).cause()).isEqualTo("java.lang.StackOverflowError");
        assertThat(runs).hasValue(TRIES);
    }

    @Test
    @DisplayName("B-29 a permanent failure is recorded as one, at once: nothing of it stays, and a copy is not run")
    void permanentFailure() {
        AtomicInteger runs = new AtomicInteger();
        IdempotentConsumer consumer = consumer(one).permanent(List.of(IOException.class));
        MessageWork work = failing(one, runs, new FileNotFoundException("account 4711 is closed"));
        DeadLetter given = deadLetter(consumer.handle(message("m"), work));
        assertThat(given).isEqualTo(new DeadLetter("java.io.FileNotFoundException: account 4711 is closed", 1));
        assertThat(consumer(other).handle(message("m"), effect(other))).isEqualTo(given);
        assertThat(runs).hasValue(1);
        assertThat(effects("m")).isZero();
    }

    @Test
    @DisplayName("B-29 after a failure the redelivery is no duplicate: it is done, once")
    void transientFailure() {
        Disposition first =
                consumer(one).handle(message("m"), failing(one, new AtomicInteger(), new IOException("later")));
        assertThat(whyLater(first)).isEqualTo(Why.FAILED);
        assertThat(effects("m")).isZero();
        assertThat(consumer(other).handle(message("m"), effect(other))).isEqualTo(DONE);
        assertThat(consumer(one).handle(message("m"), effect(one))).isEqualTo(DUPLICATE);
        assertThat(effects("m")).isEqualTo(1);
    }

    @Test
    @DisplayName("B-29 \"did nothing\" is not \"done\": it is acknowledged, and the next message with this id is done")
    void nothingDone() {
        MessageWork empty = (message, attempt) -> {
            one.effect(idOf(message));
            return Worked.NOTHING;
        };
        assertThat(consumer(one).handle(message("m"), empty)).isEqualTo(NOTHING);
        assertThat(effects("m")).isZero();
        assertThat(consumer(one).handle(message("m"), effect(one))).isEqualTo(DONE);
        assertThat(effects("m")).isEqualTo(1);
    }

    @Test
    @DisplayName("B-29 a process that dies before its commit leaves nothing; the redelivery is done")
    void diesBeforeCommit() {
        Node dying = rig.node(FaultProbe.once(Point.COMPLETED));
        whyLater(consumer(dying).handle(message("m"), effect(dying)));
        assertThat(effects("m")).isZero();
        assertThat(consumer(other).handle(message("m"), effect(other))).isEqualTo(DONE);
        assertThat(effects("m")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-29 a process that dies between commit and acknowledgement leaves a record; the redelivery is a duplicate")
    void diesAfterCommit() {
        Node dying = rig.node(FaultProbe.once(Point.COMMITTED));
        whyLater(consumer(dying).handle(message("m"), effect(dying)));
        assertThat(effects("m")).isEqualTo(1);
        assertThat(consumer(other).handle(message("m"), effect(other))).isEqualTo(DUPLICATE);
        assertThat(effects("m")).isEqualTo(1);
    }

    @Test
    @DisplayName("B-29 a failed last try that was committed after all is a duplicate, not a dead letter")
    void lastTryCommitted() {
        Node dying = rig.node(FaultProbe.once(Point.COMMITTED));
        IdempotentConsumer oneTry =
                consumer(dying).terms(new Terms(1, BACK_OFF, Duration.ofSeconds(20), Duration.ofDays(30)));
        assertThat(oneTry.handle(message("m"), effect(dying))).isEqualTo(DUPLICATE);
        assertThat(effects("m")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-30 a redelivery that meets the first one at work is not acknowledged; it is a duplicate once that has committed")
    void inProgressElsewhere() {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        List<Disposition> ends = Herd.of(2).runAll(member -> {
            if (member == 0) {
                return consumer(one).handle(message("m"), (message, attempt) -> {
                    working.countDown();
                    told.await();
                    return effect(one).run(message, attempt);
                });
            }
            working.await();
            try {
                return consumer(other).terms(IMPATIENT).handle(message("m"), effect(other));
            } finally {
                told.countDown();
            }
        });
        assertThat(ends.get(0)).isEqualTo(DONE);
        assertThat(whyLater(ends.get(1))).isEqualTo(Why.IN_PROGRESS);
        assertThat(consumer(other).handle(message("m"), effect(other))).isEqualTo(DUPLICATE);
        assertThat(effects("m")).isEqualTo(1);
    }

    @Test
    @DisplayName("B-30 where the first one fails after all, the redelivery is done: no message is lost")
    void inProgressThenFailed() {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        List<Disposition> ends = Herd.of(2).runAll(member -> {
            if (member == 0) {
                return consumer(one).handle(message("m"), (message, attempt) -> {
                    working.countDown();
                    told.await();
                    return failing(one, new AtomicInteger(), new IOException("late"))
                            .run(message, attempt);
                });
            }
            working.await();
            try {
                return consumer(other).terms(IMPATIENT).handle(message("m"), effect(other));
            } finally {
                told.countDown();
            }
        });
        assertThat(whyLater(ends.get(0))).isEqualTo(Why.FAILED);
        assertThat(whyLater(ends.get(1))).isEqualTo(Why.IN_PROGRESS);
        assertThat(consumer(other).handle(message("m"), effect(other))).isEqualTo(DONE);
        assertThat(effects("m")).isEqualTo(1);
    }

    @Test
    @DisplayName("B-30 a batch of 10 of which another consumer has done 6: the other 4 are done, in their order")
    void batchPartlyDone() {
        List<Delivered> batch =
                IntStream.range(0, 10).mapToObj(i -> message("b" + i)).toList();
        consumer(one).handleAll(batch.subList(0, 6), effect(one));
        List<Disposition> ends = consumer(other).handleAll(batch, effect(other));
        assertThat(ends.subList(0, 6)).containsOnly(DUPLICATE);
        assertThat(ends.subList(6, 10)).containsOnly(DONE);
        assertThat(consumer(one).handleAll(batch, effect(one))).containsOnly(DUPLICATE);
        IntStream.range(0, 10).forEach(i -> assertThat(effects("b" + i)).isEqualTo(1));
    }

    @Test
    @DisplayName(
            "B-30 copies behind a barrier, at two consumers, 50 rounds: one effect each time, and each copy is told so")
    void copiesAtOnce() {
        for (int round = 0; round < ROUNDS; round++) {
            String id = "copies" + round;
            List<Disposition> ends = Herd.of(6).runAll(member -> {
                Node node = member % 2 == 0 ? one : other;
                return consumer(node).handle(message(id), effect(node));
            });
            assertThat(ends).as("round %s", round).containsOnlyOnce(DONE);
            assertThat(ends.stream().filter(DUPLICATE::equals).count()).isEqualTo(5);
            assertThat(effects(id)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "B-20 a batch of 100 in which one was done and one comes twice: 98 are done, the duplicates are told apart, item by item")
    void duplicatesInBatch() {
        List<Delivered> batch = new ArrayList<>();
        IntStream.range(0, 100).forEach(i -> batch.add(message("i" + i)));
        batch.set(41, message("i40"));
        consumer(one).handle(message("i7"), effect(one));
        List<Disposition> ends = consumer(other).handleAll(batch, effect(other));
        for (int i = 0; i < 100; i++) {
            assertThat(ends.get(i)).as("item %s", i).isEqualTo(i == 7 || i == 41 ? DUPLICATE : DONE);
            assertThat(effects("i" + i)).isEqualTo(i == 41 ? 0 : 1);
        }
    }

    @Test
    @DisplayName("B-20 one failure in a batch takes no other message with it")
    void failureInBatch() {
        List<Delivered> batch = List.of(message("g1"), message("bad"), message("g2"));
        List<Disposition> ends = consumer(one).handleAll(batch, (message, attempt) -> {
            if (idOf(message).endsWith("bad")) {
                throw new IllegalStateException("bad");
            }
            return effect(one).run(message, attempt);
        });
        assertThat(ends.get(0)).isEqualTo(DONE);
        assertThat(whyLater(ends.get(1))).isEqualTo(Why.FAILED);
        assertThat(ends.get(2)).isEqualTo(DONE);
    }

    @Test
    @DisplayName(
            "B-20 the same batch at two consumers at once, in opposite order: each message once, and no deadlock is seen")
    void batchesInOppositeOrder() {
        List<Delivered> batch =
                IntStream.range(0, 100).mapToObj(i -> message("o" + i)).toList();
        List<Delivered> reversed = new ArrayList<>(batch);
        Collections.reverse(reversed);
        List<List<Disposition>> ends = Herd.of(2)
                .runAll(member -> member == 0
                        ? consumer(one).handleAll(batch, effect(one))
                        : consumer(other).handleAll(reversed, effect(other)));
        for (int i = 0; i < 100; i++) {
            assertThat(List.of(ends.get(0).get(i), ends.get(1).get(99 - i))).containsExactlyInAnyOrder(DONE, DUPLICATE);
            assertThat(effects("o" + i)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("two consumers of one message both run; so does one consumer of one id in two sources")
    void twoConsumers() {
        IdempotentConsumer mails = IdempotentConsumer.named("mails", MessageIdentity.header(ID), one.stores());
        assertThat(consumer(one).handle(message("m"), effect(one))).isEqualTo(DONE);
        assertThat(mails.handle(message("m"), effect(one))).isEqualTo(DONE);
        assertThat(consumer(one).handle(message("refunds", "m", "body of m"), effect(one)))
                .isEqualTo(DONE);
        assertThat(effects("m")).isEqualTo(3);
    }

    @Test
    @DisplayName(
            "a message with the id of another and another body is a dead letter and not run; with a looser fingerprint it is a copy")
    void idReused() {
        consumer(one).handle(message("orders", "m", "{\"a\":1}"), effect(one));
        Delivered differently = message("orders", "m", "{ \"a\": 1 }");
        assertThat(deadLetter(consumer(one).handle(differently, effect(one))).cause())
                .contains(run + "m", "another body");
        assertThat(consumer(one).handle(message("orders", "m", "{\"a\":1}"), effect(one)))
                .isEqualTo(DUPLICATE);
        IdempotentConsumer loose = IdempotentConsumer.named("loose", MessageIdentity.header(ID), one.stores())
                .fingerprint(message -> Fingerprint.of("any"));
        assertThat(loose.handle(message("orders", "m", "{\"a\":1}"), effect(one)))
                .isEqualTo(DONE);
        assertThat(loose.handle(differently, effect(one))).isEqualTo(DUPLICATE);
        assertThat(effects("m")).isEqualTo(2);
    }

    @Test
    @DisplayName("a message without an id is a dead letter at once: it is not run, and the cause says why")
    void noId() {
        AtomicBoolean ran = new AtomicBoolean();
        MessageWork work = (message, attempt) -> {
            ran.set(true);
            return Worked.DONE;
        };
        DeadLetter blank = deadLetter(consumer(one).handle(Delivered.of("orders", Map.of(ID, " "), new byte[1]), work));
        assertThat(blank).isEqualTo(new DeadLetter(MessagingTexts.noIdentity(), 0));
        IdempotentConsumer byKey = IdempotentConsumer.named(
                "points",
                MessageIdentity.of(message -> {
                    throw new IllegalArgumentException("no orderId");
                }),
                one.stores());
        assertThat(deadLetter(byKey.handle(message("m"), work)).cause()).contains("cannot be read", "no orderId");
        assertThat(ran).isFalse();
    }

    @Test
    @DisplayName("ids that don't fit a key are not cut: long ones that begin alike stay two messages")
    void longIds() {
        String long1 = "x".repeat(300) + "1";
        String long2 = "x".repeat(300) + "2";
        String chinese = "订单 1";
        for (String id : List.of(long1, long2, chinese)) {
            assertThat(consumer(one).handle(message(id), effect(one))).isEqualTo(DONE);
            assertThat(consumer(one).handle(message(id), effect(one))).isEqualTo(DUPLICATE);
        }
        // a failing one is counted under its digest as well
        assertThat(consumer(one)
                        .permanent(List.of(IOException.class))
                        .handle(message(long1 + "3"), failing(one, new AtomicInteger(), new IOException("no"))))
                .isInstanceOf(DeadLetter.class);
    }

    @Test
    @DisplayName("inside a transaction a message is refused: it would be acknowledged before the commit")
    void insideTransaction() {
        assertThatThrownBy(() -> one.stores()
                        .transactions()
                        .run(() -> Ended.commit(consumer(one).handle(message("m"), effect(one)))))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("points");
        assertThat(effects("m")).isZero();
    }

    @Test
    @DisplayName("an interrupted try is not counted, and the thread stays interrupted")
    void interrupted() {
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 2 * TRIES; i++) {
            Disposition end = consumer(one).handle(message("m"), (message, attempt) -> {
                runs.incrementAndGet();
                throw new InterruptedException("shutting down");
            });
            assertThat(whyLater(end)).isEqualTo(Why.INTERRUPTED);
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(runs).hasValue(2 * TRIES);
        assertThat(consumer(one).handle(message("m"), effect(one))).isEqualTo(DONE);
    }

    @Test
    @DisplayName(
            "while the store is down a message is to come again, nothing is counted, and the rest of its batch is not tried")
    void storeDown() {
        AtomicInteger asked = new AtomicInteger();
        Stores down = new Stores(
                new OnlyOnce() {
                    @Override
                    public <T extends @Nullable Object> Outcome<T> run(
                            Operation<T> operation, Call call, Work<T> work) {
                        asked.incrementAndGet();
                        throw new StoreUnavailableException(new IOException("connection refused"));
                    }
                },
                one.stores().transactions(),
                one.stores().inbox());
        List<Disposition> ends = consumer(down).handleAll(List.of(message("m1"), message("m2")), effect(one));
        assertThat(ends).hasSize(2).allMatch(end -> whyLater(end) == Why.STORE_DOWN);
        assertThat(asked).hasValue(1);
        assertThat(consumer(one).handleAll(List.of(message("m1"), message("m2")), effect(one)))
                .containsOnly(DONE);
    }

    @Test
    @DisplayName("what the database gives up is no sign of poison: it is given up after twice as many tries")
    void deadlockVictim() {
        TransactionRunner real = one.stores().transactions();
        TransactionRunner unlucky = new TransactionRunner() {
            @Override
            public boolean joins() {
                return real.joins();
            }

            @Override
            public <R extends @Nullable Object> R run(Unit<R> unit) throws Exception {
                return real.run(unit);
            }

            @Override
            public boolean retryable(Throwable failure) {
                return failure instanceof IOException;
            }
        };
        Stores stores =
                new Stores(one.stores().onlyOnce(), unlucky, one.stores().inbox());
        MessageWork work = failing(one, new AtomicInteger(), new IOException("deadlock"));
        List<Disposition> ends = consumer(stores).handleAll(Collections.nCopies(2 * TRIES, message("m")), work);
        assertThat(ends.subList(0, 2 * TRIES - 1)).allMatch(end -> whyLater(end) == Why.FAILED);
        assertThat(deadLetter(ends.get(2 * TRIES - 1)).tries()).isEqualTo(2 * TRIES);
    }

    @Test
    @DisplayName("counted failures of a message that never came back are forgotten after the retention, and not before")
    void forgetsOldFailures() throws Exception {
        String name = "forgetful-" + run.substring(0, 8);
        IdempotentConsumer kept = IdempotentConsumer.named(name, MessageIdentity.header(ID), one.stores())
                .terms(TERMS);
        MessageWork bad = failing(one, new AtomicInteger(), new IOException("no"));
        whyLater(kept.handle(message("m"), bad));
        assertThat(kept.forgetOldFailures(10)).isZero();
        IdempotentConsumer soonOver =
                kept.terms(new Terms(TRIES, BACK_OFF, Duration.ofSeconds(20), Duration.ofSeconds(1)));
        whyLater(soonOver.handle(message("m"), bad));
        Awaitility.await().until(() -> soonOver.forgetOldFailures(10) == 1);
        assertThat(soonOver.forgetOldFailures(10)).isZero();
    }

    @Test
    @DisplayName("whoever listens hears of each delivery once, with what became of it")
    void events() {
        List<Disposition> heard = new CopyOnWriteArrayList<>();
        IdempotentConsumer consumer = consumer(one).events((name, message, disposition) -> {
            assertThat(name).isEqualTo("points");
            heard.add(disposition);
        });
        List<Disposition> told = consumer.handleAll(
                List.of(message("m"), message("m"), Delivered.of("q", Map.of(), new byte[0])), effect(one));
        assertThat(heard).isEqualTo(told);
    }
}
