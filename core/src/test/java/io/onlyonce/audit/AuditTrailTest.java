package io.onlyonce.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.onlyonce.IdempotencyKey;
import io.onlyonce.Scope;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.memory.MemoryAudit;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.DecisionLog;
import io.onlyonce.probe.Rejection;
import io.onlyonce.probe.Summary;
import io.onlyonce.record.RecordKey;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

@DisplayName("The audit trail")
class AuditTrailTest {
    private static final RecordKey KEY = new RecordKey("alice", "pay", "k-secret");
    private static final Instant LONG_AGO = Instant.EPOCH;
    private static final Instant FAR_AWAY = Instant.parse("2200-01-01T00:00:00Z");

    private final MemoryAudit memory = new MemoryAudit();

    /** Does with a batch what a case wants. */
    private abstract static class Faulty implements AuditStore {
        private final MemoryAudit memory;

        Faulty(MemoryAudit memory) {
            this.memory = memory;
        }

        @Override
        public List<AuditEntry> find(AuditQuery query) {
            return memory.find(query);
        }

        @Override
        public List<Count> counts(Instant from, Duration slot, int slots) {
            return memory.counts(from, slot, slots);
        }

        @Override
        public int purge(Instant before, int limit) {
            return memory.purge(before, limit);
        }
    }

    private static Decision decision(String number) {
        return new Decision(
                Decision.Kind.FIRST, KEY, Decision.Layer.RECORD, 1, new Summary("201", number), Duration.ofMillis(3));
    }

    private List<AuditEntry> all() {
        return memory.find(AuditQuery.between(LONG_AGO, FAR_AWAY, 1000));
    }

    @Test
    @DisplayName("writes each decision down, all of them before it ends, without key and caller")
    void writes() {
        AuditTrail trail = new AuditTrail(memory, InstantSource.system(), 1000);
        for (int i = 0; i < 700; i++) {
            trail.decided(decision("O-" + i));
        }
        trail.acted(KEY, AuditEntry.Action.RELEASED_BY_HAND, "li");
        trail.close();
        assertThat(trail.lost()).isZero();
        assertThat(all()).hasSize(701);
        assertThat(all().toString()).doesNotContain("k-secret").doesNotContain("alice");
        AuditEntry youngest = all().get(0);
        assertThat(youngest.event()).isEqualTo("released_by_hand");
        assertThat(youngest.state()).isEqualTo("none");
        assertThat(youngest.actor()).isEqualTo("li");
    }

    @Test
    @DisplayName("writes down what was rejected and what was done by hand, with as much of a key as there was")
    void withoutRecord() {
        Scope alice = Scope.of("alice");
        IdempotencyKey key = IdempotencyKey.ofHeader("k-secret");
        try (AuditTrail trail = new AuditTrail(memory, InstantSource.system(), 10)) {
            trail.rejected(new Rejection("pay", null, null, "idempotency-key-missing"));
            trail.rejected(new Rejection("pay", null, key, "payload-too-large"));
            trail.rejected(new Rejection("pay", alice, key, "malformed-json"));
            trail.acted(AuditEntry.Action.REDRIVEN_BY_HAND, "award-points", new Summary("3", "paid"), "li");
        }
        assertThat(all())
                .extracting(
                        AuditEntry::event,
                        AuditEntry::record,
                        AuditEntry::key,
                        entry -> entry.summary().code())
                .containsExactly(
                        tuple("redriven_by_hand", null, null, "3"),
                        tuple("rejected", KEY.id(), DecisionLog.digest("k-secret"), "malformed-json"),
                        tuple("rejected", null, DecisionLog.digest("k-secret"), "payload-too-large"),
                        tuple("rejected", null, null, "idempotency-key-missing"));
        assertThat(all()).extracting(AuditEntry::state).containsOnlyNulls();
        assertThat(all().toString()).doesNotContain("k-secret").doesNotContain("alice");
    }

    @Test
    @DisplayName("waits for a store that is down, and writes a batch whose end was unknown once")
    void storeDown() {
        AtomicInteger failures = new AtomicInteger();
        Faulty answersLost = new Faulty(memory) {
            @Override
            public void append(List<AuditEntry> entries) {
                memory.append(entries);
                if (failures.incrementAndGet() == 1) {
                    throw new StoreUnavailableException(new SQLException("cut", "08006"));
                }
            }
        };
        try (AuditTrail trail = new AuditTrail(answersLost, InstantSource.system(), 10)) {
            trail.decided(decision("O-1"));
            while (failures.get() < 2) {
                Thread.onSpinWait();
            }
        }
        assertThat(all()).hasSize(1);
    }

    @Test
    @DisplayName("counts what finds no place while the store does not take anything, and holds nobody up")
    void overflow() throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Faulty slow = new Faulty(memory) {
            @Override
            public void append(List<AuditEntry> entries) {
                blocked.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                memory.append(entries);
            }
        };
        AuditTrail trail = new AuditTrail(slow, InstantSource.system(), 5);
        trail.decided(decision("O-first"));
        blocked.await();
        for (int i = 0; i < 8; i++) {
            trail.decided(decision("O-" + i));
        }
        assertThat(trail.lost()).isEqualTo(3);
        go.countDown();
        trail.close();
        assertThat(all()).hasSize(6);
        trail.decided(decision("too late"));
        assertThat(trail.lost()).isEqualTo(4);
    }

    @Test
    @DisplayName("an entry that the store refuses does not take others with it")
    void poison() {
        Faulty picky = new Faulty(memory) {
            @Override
            public void append(List<AuditEntry> entries) {
                if (entries.stream()
                        .anyMatch(entry -> "bad".equals(entry.summary().number()))) {
                    throw new IllegalStateException("refused");
                }
                memory.append(entries);
            }
        };
        AuditTrail trail = new AuditTrail(picky, InstantSource.system(), 100);
        List.of("O-1", "bad", "O-2", "O-3").forEach(number -> trail.decided(decision(number)));
        trail.close();
        assertThat(all()).hasSize(3);
        assertThat(trail.lost()).isEqualTo(1);
    }

    @Test
    @DisplayName("texts from outside are cut, and carry no control characters")
    void texts() {
        try (AuditTrail trail = new AuditTrail(memory, InstantSource.system(), 10)) {
            trail.decided(decision("O\n\0" + "x".repeat(300)));
        }
        assertThat(all().get(0).summary().number()).startsWith("O??xxx").hasSize(AuditEntry.TEXT);
    }

    @Test
    @DisplayName("an entry that was on its way while the trail closed is counted, not forgotten")
    void lastMoment() throws Exception {
        CountDownLatch onItsWay = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        AuditTrail trail = new AuditTrail(
                memory,
                () -> {
                    onItsWay.countDown();
                    await(closed);
                    return Instant.now();
                },
                10);
        CompletableFuture<Void> late = CompletableFuture.runAsync(() -> trail.decided(decision("O-late")));
        await(onItsWay);
        trail.close();
        assertThat(trail.lost()).isZero();
        closed.countDown();
        late.get(60, TimeUnit.SECONDS);
        assertThat(all()).isEmpty();
        assertThat(trail.lost()).isEqualTo(1);
    }

    @RepeatedTest(50)
    @DisplayName("eight callers at the moment of closing: each entry is written or counted")
    void closingUnderLoad() throws Exception {
        int callers = 8;
        int each = 100;
        AuditTrail trail = new AuditTrail(memory, InstantSource.system(), 300);
        CyclicBarrier start = new CyclicBarrier(callers + 1);
        List<CompletableFuture<Void>> calls = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try {
            for (int i = 0; i < callers; i++) {
                calls.add(CompletableFuture.runAsync(
                        () -> {
                            meet(start);
                            for (int call = 0; call < each; call++) {
                                trail.decided(decision("O-" + call));
                            }
                        },
                        threads));
            }
            meet(start);
            trail.close();
            for (CompletableFuture<Void> call : calls) {
                call.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        List<AuditEntry> written = memory.find(AuditQuery.between(LONG_AGO, FAR_AWAY, AuditQuery.MOST));
        assertThat(written.size() + trail.lost()).isEqualTo((long) callers * each);
    }

    @Test
    @DisplayName("an entry that is refused is counted once, also when the store goes away behind it")
    void refusedAndAway() {
        AtomicInteger calls = new AtomicInteger();
        Faulty store = new Faulty(memory) {
            @Override
            public void append(List<AuditEntry> entries) {
                if (entries.stream()
                        .anyMatch(entry -> "bad".equals(entry.summary().number()))) {
                    throw new IllegalStateException("refused");
                }
                if (calls.incrementAndGet() == 1) {
                    throw new StoreUnavailableException(new SQLException("cut", "08006"));
                }
                memory.append(entries);
            }
        };
        CountDownLatch go = new CountDownLatch(1);
        Faulty held = new Faulty(memory) {
            @Override
            public void append(List<AuditEntry> entries) {
                await(go);
                store.append(entries);
            }
        };
        AuditTrail trail = new AuditTrail(held, InstantSource.system(), 100);
        List.of("bad", "O-1", "O-2").forEach(number -> trail.decided(decision(number)));
        go.countDown();
        while (all().size() < 2) {
            Thread.onSpinWait();
        }
        trail.close();
        assertThat(all()).hasSize(2);
        assertThat(trail.lost()).isEqualTo(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
