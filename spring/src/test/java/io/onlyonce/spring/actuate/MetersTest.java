package io.onlyonce.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.onlyonce.Call;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.ResultCodec;
import io.onlyonce.Scope;
import io.onlyonce.error.LockBusyException;
import io.onlyonce.error.LockLostException;
import io.onlyonce.lock.LockEvents.Event;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockTerms;
import io.onlyonce.lock.Locks;
import io.onlyonce.memory.MemoryLockProvider;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.probe.Rejection;
import io.onlyonce.spring.PurgeEvents.Purged;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Steps, locks and purges, as meters. */
class MetersTest {
    private static final LockName NAME = new LockName("account/4711");
    private static final LockTerms ONCE = new LockTerms(Duration.ZERO, Duration.ofMinutes(1));

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Meters meters = new Meters();
    private final MemoryLockProvider provider = new MemoryLockProvider();
    private final Locks locks = new Locks(provider, new MemoryTransactions(), meters);

    private double count(Event event) {
        return registry.get("onlyonce.locks")
                .tag("event", event.name().toLowerCase(Locale.ROOT))
                .counter()
                .count();
    }

    @Test
    @DisplayName("B-44 a late write that changed nothing is counted, and so is a lock that was busy; names are no tags")
    void counted() throws Exception {
        meters.bindTo(registry);
        assertThat(count(Event.LATE_WRITE)).isZero();
        assertThatThrownBy(() -> locks.run(NAME, ONCE, held -> {
                    held.mustHaveChanged(1);
                    assertThat(provider.tryAcquire(NAME, "another", Duration.ofMinutes(1)))
                            .isEmpty();
                    provider.expire(NAME);
                    held.mustHaveChanged(0);
                    return null;
                }))
                .isInstanceOf(LockLostException.class);
        assertThat(count(Event.LATE_WRITE)).isEqualTo(1);
        assertThat(provider.tryAcquire(NAME, "another", Duration.ofMinutes(1))).isPresent();
        assertThatThrownBy(() -> locks.run(NAME, ONCE, held -> null)).isInstanceOf(LockBusyException.class);
        assertThat(count(Event.BUSY)).isEqualTo(1);
        assertThat(registry.find("onlyonce.locks").counters()).hasSize(Event.values().length);
    }

    private long steps(String step) {
        var timer = registry.find("onlyonce.steps")
                .tags("operation", "transfer", "step", step)
                .timer();
        return timer == null ? 0 : timer.count();
    }

    private double working() {
        return registry.get("onlyonce.working").gauge().value();
    }

    @Test
    @DisplayName("the steps of a call that runs the work are timed; a replay has none; who works just now is told")
    void steps() throws Exception {
        meters.bindTo(registry);
        MemoryTransactions transactions = new MemoryTransactions();
        OnlyOnce onlyOnce = OnlyOnce.transactional(new MemoryRecordStore(transactions), transactions, meters);
        Operation<String> transfer = Operation.named("transfer", ResultCodec.text());
        Operation<String> inner = Operation.named("inner", ResultCodec.text());
        for (int i = 0; i < 2; i++) {
            onlyOnce.run(transfer, Call.of("alice", "k", "payload"), attempt -> {
                assertThat(working()).isEqualTo(1);
                onlyOnce.run(inner, Call.of("alice", "k", "payload"), within -> {
                    assertThat(working()).isEqualTo(2);
                    return "done inside";
                });
                assertThat(working()).isEqualTo(1);
                return "done";
            });
            assertThat(working()).isZero();
            assertThat(List.of(steps("claim"), steps("work"), steps("complete"), steps("commit")))
                    .containsOnly(1L);
        }
        assertThatThrownBy(() -> onlyOnce.run(transfer, Call.of("alice", "fails", "payload"), attempt -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(working()).isZero();
        assertThat(List.of(steps("claim"), steps("work"))).containsExactly(2L, 1L);
    }

    @Test
    @DisplayName("B-43 rounds of the purge are counted, by store and by how they ended")
    void purge() {
        meters.bindTo(registry);
        meters.purged(new Purged("JdbcRecordStore", 1200, Duration.ofSeconds(2), false));
        meters.purged(new Purged("JdbcRecordStore", 300, Duration.ofSeconds(1), true));
        assertThat(registry.get("onlyonce.purged")
                        .tag("store", "JdbcRecordStore")
                        .counter()
                        .count())
                .isEqualTo(1500);
        assertThat(registry.get("onlyonce.purge")
                        .tag("outcome", "failed")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("rejected requests are counted by operation and code; whose key it was is no tag")
    void rejections() {
        meters.bindTo(registry);
        for (String caller : List.of("alice", "bob")) {
            meters.rejected(new Rejection(
                    "pay", Scope.of(caller), IdempotencyKey.ofHeader("k-" + caller), "payload-too-large"));
        }
        assertThat(registry.find("onlyonce.rejections").counters()).hasSize(1);
        assertThat(registry.get("onlyonce.rejections")
                        .tag("operation", "pay")
                        .tag("code", "payload-too-large")
                        .counter()
                        .count())
                .isEqualTo(2);
    }
}
