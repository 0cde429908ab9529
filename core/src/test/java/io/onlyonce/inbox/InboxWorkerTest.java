package io.onlyonce.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.onlyonce.error.CommitUnknownException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.inbox.InboxWorker.Terms;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class InboxWorkerTest {
    private static final String SOURCE = "callback";
    private static final Terms TERMS = new Terms(3, Duration.ofSeconds(1), Duration.ofSeconds(5), 100);
    private static final Handled DONE = new Handled.Done();

    private Instant now = Instant.parse("2026-12-01T12:00:00Z");
    private final MemoryTransactions transactions = new MemoryTransactions();
    private final MemoryInbox inbox = new MemoryInbox(transactions, () -> now);
    private final List<String> effects = new ArrayList<>();
    private final List<String> parked = new ArrayList<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(InboxWorker.class);
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    @BeforeEach
    void listen() {
        logged.start();
        logger.setAdditive(false);
        logger.addAppender(logged);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(logged);
        logger.setAdditive(true);
    }

    private interface Handling {
        Handled of(Kept kept) throws Exception;
    }

    private InboxHandler handler(Handling handling) {
        return new InboxHandler() {
            @Override
            public Handled handle(Kept kept) throws Exception {
                return handling.of(kept);
            }

            @Override
            public void parked(Kept kept, String cause) {
                assertThat(transactions.joins()).as("in a transaction").isTrue();
                transactions.changed(() -> {}, () -> parked.add(kept.entry().id() + ": " + cause));
            }
        };
    }

    private InboxWorker worker(Handling handling) {
        return worker(transactions, handler(handling), TERMS);
    }

    private InboxWorker worker(TransactionRunner runner, InboxHandler handler, Terms terms) {
        return new InboxWorker(inbox, runner, SOURCE, handler, terms);
    }

    private void effect(String name) {
        transactions.changed(() -> {}, () -> effects.add(name));
    }

    private Handled effectOf(Kept kept) {
        effect(kept.entry().id());
        return DONE;
    }

    private void put(String... ids) throws Exception {
        for (String id : ids) {
            put(new InboxEntry(SOURCE, id, "P1", new byte[0]));
        }
    }

    private void put(InboxEntry entry) throws Exception {
        transactions.run(() -> Ended.commit(inbox.put(entry, Duration.ZERO)));
        now = now.plusMillis(1);
    }

    private List<Kept> about() throws Exception {
        return transactions.run(() -> Ended.rollBack(inbox.about(SOURCE, "P1")));
    }

    private void later(Duration duration) {
        now = now.plus(duration);
    }

    private List<String> logged(Level level) {
        return logged.list.stream()
                .filter(event -> event.getLevel() == level)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    @DisplayName("what is due is dealt with, the longest due first, and is gone; others' entries and later ones stay")
    void done() throws Exception {
        put("a", "b");
        put(new InboxEntry("other", "c", "P1", new byte[0]));
        transactions.run(
                () -> Ended.commit(inbox.put(new InboxEntry(SOURCE, "d", "P2", new byte[0]), Duration.ofHours(1))));
        assertThat(worker(this::effectOf).runOnce()).isEqualTo(2);
        assertThat(effects).containsExactly("a", "b");
        assertThat(inbox.size()).isEqualTo(2);
        assertThat(worker(this::effectOf).runOnce()).isZero();
    }

    @Test
    @DisplayName("the handler may remove its entry itself, and others with it")
    void removedByHandler() throws Exception {
        put("a", "b");
        assertThat(worker(kept -> {
                            inbox.about(SOURCE, "P1").forEach(inbox::done);
                            return effectOf(kept);
                        })
                        .runOnce())
                .isEqualTo(1);
        assertThat(effects).containsExactly("a");
        assertThat(inbox.size()).isZero();
        assertThat(logged.list).isEmpty();
    }

    @Test
    @DisplayName("B-31 too early: what was noted stays, the next tries are due after 1 s, 2 s, 4 s, 5 s, 5 s")
    void tooEarly() throws Exception {
        put("a");
        InboxWorker worker = worker(
                transactions,
                handler(kept -> {
                    effect("noted");
                    return new Handled.TooEarly("NO_PAYMENT");
                }),
                new Terms(10, TERMS.firstDelay(), TERMS.greatestDelay(), 100));
        int tries = 0;
        for (int seconds : new int[] {1, 2, 4, 5, 5}) {
            assertThat(worker.runOnce()).isEqualTo(1);
            assertThat(effects).hasSize(++tries);
            assertThat(about()).extracting(Kept::tries, Kept::cause).containsExactly(tuple(tries, "NO_PAYMENT"));
            later(Duration.ofSeconds(seconds).minusMillis(1));
            assertThat(worker.runOnce()).as("not yet").isZero();
            later(Duration.ofMillis(1));
        }
        assertThat(logged.list).as("to wait is no failure").isEmpty();
    }

    @Test
    @DisplayName(
            "B-31 what never gets its order is put aside after its tries, told in the same transaction, and alarmed")
    void tooEarlyForEver() throws Exception {
        put("a");
        InboxWorker worker = worker(kept -> new Handled.TooEarly("NO_PAYMENT"));
        for (int i = 0; i < 5; i++) {
            worker.runOnce();
            later(Duration.ofMinutes(1));
        }
        assertThat(parked).containsExactly("a: NO_PAYMENT");
        assertThat(about()).containsExactly(new Kept(about().get(0).entry(), 3, true, "NO_PAYMENT"));
        assertThat(logged(Level.ERROR)).containsExactly("Inbox entry a of callback was put aside at try 3: NO_PAYMENT");
    }

    @Test
    @DisplayName(
            "B-28 poison: its tries are counted outside of what it rolls back, it is put aside with its cause, the others flow")
    void poison() throws Exception {
        put("poison", "a", "b");
        InboxWorker worker = worker(kept -> {
            effect("effect of " + kept.entry().id());
            if (kept.entry().id().equals("poison")) {
                throw new IOException("can't be read");
            }
            return DONE;
        });
        assertThat(worker.runOnce()).isEqualTo(3);
        assertThat(effects).containsExactly("effect of a", "effect of b");
        for (int i = 0; i < 5; i++) {
            later(Duration.ofMinutes(1));
            worker.runOnce();
        }
        assertThat(effects).hasSize(2);
        assertThat(parked).containsExactly("poison: java.io.IOException: can't be read");
        assertThat(about())
                .extracting(Kept::tries, Kept::parked, Kept::cause)
                .containsExactly(tuple(3, true, "java.io.IOException: can't be read"));
        assertThat(logged(Level.WARN))
                .containsExactly(
                        "Try 1 at inbox entry poison of callback failed.",
                        "Try 2 at inbox entry poison of callback failed.",
                        "Try 3 at inbox entry poison of callback failed.");
        assertThat(logged.list.get(0).getThrowableProxy().getMessage()).isEqualTo("can't be read");
        assertThat(logged(Level.ERROR)).hasSize(1);
    }

    @Test
    @DisplayName("B-28 what was put aside comes back by hand, is dealt with as if it were new, and leaves")
    void revived() throws Exception {
        put("a");
        AtomicInteger calls = new AtomicInteger();
        InboxWorker worker = worker(kept -> {
            if (calls.incrementAndGet() <= 3) {
                throw new IllegalStateException("not yet repaired");
            }
            assertThat(kept.tries()).isZero();
            return effectOf(kept);
        });
        for (int i = 0; i < 5; i++) {
            worker.runOnce();
            later(Duration.ofMinutes(1));
        }
        assertThat(calls).hasValue(3);
        transactions.run(() -> Ended.commit(inbox.revive(SOURCE, "a")));
        assertThat(worker.runOnce()).isEqualTo(1);
        assertThat(effects).containsExactly("a");
        assertThat(inbox.size()).isZero();
    }

    @Test
    @DisplayName("B-28 a payload that overflows the stack is a failed try as well, and the run goes on")
    void error() throws Exception {
        put("deep", "a");
        assertThat(worker(kept -> kept.entry().id().equals("deep") ? deeper(kept) : effectOf(kept))
                        .runOnce())
                .isEqualTo(2);
        assertThat(effects).containsExactly("a");
        assertThat(about()).extracting(Kept::tries).containsExactly(1);
    }

    @SuppressWarnings("InfiniteRecursion")
    private static Handled deeper(Kept kept) {
        return deeper(kept);
    }

    @Test
    @DisplayName("B-28 where even noting that an entry is put aside fails, it is put aside without")
    void parkingFails() throws Exception {
        for (Handled early : new Handled[] {new Handled.TooEarly("NO_PAYMENT"), null}) {
            put("a");
            InboxHandler handler = new InboxHandler() {
                @Override
                public Handled handle(Kept kept) throws IOException {
                    if (early == null) {
                        throw new IOException("can't be read");
                    }
                    return early;
                }

                @Override
                public void parked(Kept kept, String cause) throws IOException {
                    effect("told");
                    throw new IOException("can't be read, as I said");
                }
            };
            worker(transactions, handler, new Terms(1, Duration.ofSeconds(1), Duration.ofSeconds(1), 5))
                    .runOnce();
            assertThat(about()).extracting(Kept::tries, Kept::parked).containsExactly(tuple(1, true));
            assertThat(effects).isEmpty();
            transactions.run(() -> Ended.commit(inbox.done(about().get(0))));
        }
        assertThat(logged(Level.ERROR)).hasSize(2);
    }

    @Test
    @DisplayName("where a deadlock hits the noting, the run says so, and the next one puts it aside with its note")
    void parkingGivenUp() throws Exception {
        put("a");
        AtomicInteger told = new AtomicInteger();
        InboxHandler handler = new InboxHandler() {
            @Override
            public Handled handle(Kept kept) throws IOException {
                throw new IOException("poison");
            }

            @Override
            public void parked(Kept kept, String cause) {
                if (told.incrementAndGet() == 1) {
                    throw new IllegalStateException("deadlock");
                }
                effect("told");
            }
        };
        InboxWorker worker = worker(
                new Through(transactions) {
                    @Override
                    public boolean retryable(Throwable failure) {
                        return failure instanceof IllegalStateException;
                    }
                },
                handler,
                new Terms(1, Duration.ofSeconds(1), Duration.ofSeconds(1), 5));
        assertThatThrownBy(worker::runOnce).hasMessage("deadlock");
        assertThat(about()).extracting(Kept::tries, Kept::parked).containsExactly(tuple(0, false));
        assertThat(worker.runOnce()).isEqualTo(1);
        assertThat(about()).extracting(Kept::tries, Kept::parked).containsExactly(tuple(1, true));
        assertThat(effects).containsExactly("told");
    }

    @Test
    @DisplayName("a deadlock's victim counts its tries, and is put aside after twice as many only")
    void retryable() throws Exception {
        put("a");
        AtomicInteger calls = new AtomicInteger();
        InboxWorker worker = worker(
                new Through(transactions) {
                    @Override
                    public boolean retryable(Throwable failure) {
                        return failure instanceof IllegalStateException;
                    }
                },
                handler(kept -> {
                    calls.incrementAndGet();
                    throw new IllegalStateException("deadlock");
                }),
                TERMS);
        for (int i = 1; i <= 5; i++) {
            assertThat(worker.runOnce()).isEqualTo(1);
            assertThat(about()).extracting(Kept::tries, Kept::parked).containsExactly(tuple(i, false));
            later(Duration.ofMinutes(1));
        }
        worker.runOnce();
        assertThat(about()).extracting(Kept::tries, Kept::parked).containsExactly(tuple(6, true));
        assertThat(calls).hasValue(6);
    }

    /** Another runner's transactions, to be changed in one point. */
    private static class Through implements TransactionRunner {
        private final TransactionRunner sound;

        Through(TransactionRunner sound) {
            this.sound = sound;
        }

        @Override
        public boolean joins() {
            return sound.joins();
        }

        @Override
        public <R> R run(Unit<R> unit) throws Exception {
            return sound.run(unit);
        }

        @Override
        public boolean retryable(Throwable failure) {
            return sound.retryable(failure);
        }
    }

    @Test
    @DisplayName("a commit whose answer was lost: the effect is there once, and no try is counted at what is gone")
    void commitUnknown() throws Exception {
        put("a", "b");
        AtomicInteger runs = new AtomicInteger();
        InboxWorker worker = worker(
                new Through(transactions) {
                    @Override
                    public <R> R run(Unit<R> unit) throws Exception {
                        R result = super.run(unit);
                        if (runs.incrementAndGet() == 1) {
                            throw new CommitUnknownException(new IOException("cut"));
                        }
                        return result;
                    }
                },
                handler(this::effectOf),
                TERMS);
        assertThat(worker.runOnce()).isEqualTo(2);
        later(Duration.ofMinutes(1));
        assertThat(worker.runOnce()).isZero();
        assertThat(effects).containsExactly("a", "b");
        assertThat(inbox.size()).isZero();
        assertThat(logged(Level.WARN)).hasSize(1);
    }

    @Test
    @DisplayName("a commit that failed: nothing is there, the try is counted, the next one makes it good")
    void commitFailed() throws Exception {
        put("a");
        AtomicInteger runs = new AtomicInteger();
        InboxWorker worker = worker(
                new Through(transactions) {
                    @Override
                    public <R> R run(Unit<R> unit) throws Exception {
                        boolean fails = runs.incrementAndGet() == 1;
                        return super.run(() -> {
                            Ended<R> ended = unit.run();
                            if (fails) {
                                throw new CommitUnknownException(new IOException("cut"));
                            }
                            return ended;
                        });
                    }
                },
                handler(this::effectOf),
                TERMS);
        assertThat(worker.runOnce()).isEqualTo(1);
        assertThat(effects).isEmpty();
        assertThat(about()).extracting(Kept::tries).containsExactly(1);
        later(Duration.ofSeconds(1));
        assertThat(worker.runOnce()).isEqualTo(1);
        assertThat(effects).containsExactly("a");
    }

    @Test
    @DisplayName("where the inbox can't be asked the run says so, and nothing is counted")
    void storeDown() throws Exception {
        put("a");
        InboxWorker worker = worker(
                new Through(transactions) {
                    @Override
                    public <R> R run(Unit<R> unit) throws Exception {
                        throw new IOException("down");
                    }
                },
                handler(this::effectOf),
                TERMS);
        assertThatThrownBy(worker::runOnce)
                .isInstanceOf(StoreUnavailableException.class)
                .hasRootCauseMessage("down");
        assertThat(about()).extracting(Kept::tries).containsExactly(0);
    }

    @Test
    @DisplayName("a thread that is interrupted stops, and the try that this broke off is not counted")
    void interrupted() throws Exception {
        put("a", "b");
        InboxWorker worker = worker(kept -> {
            throw new InterruptedException("shutting down");
        });
        int turns = worker.runOnce();
        assertThat(Thread.interrupted()).as("still says so").isTrue();
        assertThat(turns).isZero();
        assertThat(about()).extracting(Kept::tries).containsExactly(0, 0);
        Thread.currentThread().interrupt();
        turns = worker(this::effectOf).runOnce();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(turns).isZero();
        assertThat(effects).isEmpty();
    }

    @Test
    @DisplayName("a run takes up no more than its batch")
    void batch() throws Exception {
        put("a", "b", "c", "d", "e");
        InboxWorker worker = worker(
                transactions, handler(this::effectOf), new Terms(1, Duration.ofSeconds(1), Duration.ofSeconds(1), 2));
        assertThat(List.of(worker.runOnce(), worker.runOnce(), worker.runOnce(), worker.runOnce()))
                .containsExactly(2, 2, 1, 0);
    }

    @Test
    @DisplayName("inside a caller's transaction it refuses to run")
    void joined() throws Exception {
        put("a");
        assertThatThrownBy(() -> transactions.run(
                        () -> Ended.commit(worker(this::effectOf).runOnce())))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("inside a transaction");
        assertThat(inbox.size()).isEqualTo(1);
    }

    @Test
    @DisplayName("terms out of their bounds are refused, with the value and the rule")
    void terms() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new Terms(0, second, second, 1)).hasMessageContaining("tries is 0");
        assertThatThrownBy(() -> new Terms(1001, second, second, 1)).hasMessageContaining("1 and 1000");
        assertThatThrownBy(() -> new Terms(1, second, second, 0)).hasMessageContaining("batch is 0");
        assertThatThrownBy(() -> new Terms(1, second, second, 10_001)).hasMessageContaining("batch is 10001");
        assertThatThrownBy(() -> new Terms(1, Duration.ZERO, second, 1)).hasMessageContaining("PT0S");
        assertThatThrownBy(() -> new Terms(1, second.plusNanos(1), second, 1)).hasMessageContaining("PT1S");
        assertThatThrownBy(() -> new Terms(1, second, Duration.ofDays(31), 1)).hasMessageContaining("30 days");
        Terms longest = new Terms(1000, Duration.ofDays(30), Duration.ofDays(30), 10_000);
        assertThat(longest.delayAfter(1000)).isEqualTo(Duration.ofDays(30));
        assertThat(new Terms(1000, Duration.ofMillis(1), Duration.ofDays(30), 1).delayAfter(33))
                .isEqualTo(Duration.ofDays(30));
    }
}
