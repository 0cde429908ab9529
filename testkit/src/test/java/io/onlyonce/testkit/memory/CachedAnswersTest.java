package io.onlyonce.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Call;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Refusal;
import io.onlyonce.ResultCodec;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.record.AnswerCache;
import io.onlyonce.record.Answered;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.RecordingProbe;
import io.onlyonce.testkit.UnreliableLeasedStore;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The engines with a cache in front of their stores: it says "done", never "not there", and only of what is durable. */
class CachedAnswersTest {
    private static final Operation<String> ORDER = Operation.named("order", ResultCodec.text())
            .remembering(new Refusal<>("sold-out", IllegalStateException.class, IllegalStateException::new));
    private static final Operation<String> CHARGE = ORDER.guarantee(Leased.of(Duration.ofMinutes(1)));

    private final AtomicInteger effects = new AtomicInteger();
    private final MapCache cache = new MapCache();
    private final RecordingProbe probe = new RecordingProbe();
    private final MemoryTransactions transactions = new MemoryTransactions();
    private final OnlyOnce node =
            OnlyOnce.transactional(new MemoryRecordStore(transactions), transactions, probe, cache);
    private final UnreliableLeasedStore leasedStore = new UnreliableLeasedStore(new MemoryLeasedRecordStore());
    private final OnlyOnce leasedNode = OnlyOnce.leased(leasedStore, probe, cache);

    private static final class MapCache implements AnswerCache {
        private final ConcurrentMap<RecordKey, Answered> known = new ConcurrentHashMap<>();
        private volatile boolean broken;

        @Override
        public Optional<Answered> find(RecordKey key) {
            mustWork();
            return Optional.ofNullable(known.get(key));
        }

        @Override
        public void put(RecordKey key, Answered answered) {
            mustWork();
            known.putIfAbsent(key, answered);
        }

        private void mustWork() {
            if (broken) {
                throw new IllegalStateException("injected: the cache is broken");
            }
        }
    }

    private Outcome<String> order(String key) throws Exception {
        return node.run(ORDER, Call.of("alice", key), attempt -> "order " + effects.incrementAndGet());
    }

    @Test
    @DisplayName("a repeat is answered although the store cannot be reached; a new key is not")
    void repeat() throws Exception {
        Call call = Call.of("alice", "k");
        assertThat(leasedNode.run(CHARGE, call, attempt -> "charged")).isEqualTo(new Outcome.Executed<>("charged"));
        leasedStore.goDown();
        assertThat(leasedNode.run(CHARGE, call, attempt -> "never")).isEqualTo(new Outcome.Replayed<>("charged"));
        assertThat(leasedNode.run(CHARGE, Call.of("alice", "k", "another payload"), attempt -> "never"))
                .isInstanceOf(Outcome.KeyReused.class);
        assertThatThrownBy(() -> leasedNode.run(CHARGE, Call.of("alice", "new"), attempt -> "never"))
                .isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    @DisplayName("what the caller's transaction has not committed is not told, and after its rollback runs again")
    void notCommitted() throws Exception {
        transactions.run(() -> {
            order("k");
            assertThat(cache.known).isEmpty();
            return Ended.rollBack("");
        });
        assertThat(order("k")).isEqualTo(new Outcome.Executed<>("order 2"));
        assertThat(cache.known).hasSize(1);
        assertThat(order("k")).isEqualTo(new Outcome.Replayed<>("order 2"));
    }

    @Test
    @DisplayName("what failed is not told; a remembered refusal is")
    void failures() throws Exception {
        Call call = Call.of("alice", "k");
        assertThatThrownBy(() -> node.run(ORDER, call, attempt -> {
                    throw new IOException("injected");
                }))
                .isInstanceOf(IOException.class);
        assertThat(cache.known).isEmpty();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> node.run(ORDER, call, attempt -> {
                                effects.incrementAndGet();
                                throw new IllegalStateException("none left");
                            })
                            .orElseThrow())
                    .hasMessage("none left");
        }
        assertThat(effects).hasValue(1);
        assertThat(cache.known).hasSize(1);
    }

    @Test
    @DisplayName("B-23 a cache that is broken, or forgets all, costs a question and nothing else")
    void broken() throws Exception {
        cache.broken = true;
        assertThat(order("k")).isEqualTo(new Outcome.Executed<>("order 1"));
        assertThat(order("k")).isEqualTo(new Outcome.Replayed<>("order 1"));
        cache.broken = false;
        cache.known.clear();
        assertThat(order("k")).isEqualTo(new Outcome.Replayed<>("order 1"));
        assertThat(cache.known).as("learnt from the store").hasSize(1);
        assertThat(probe.decisions()).hasSize(3);
    }

    @Test
    @DisplayName(
            "a herd through a cache that others clear all the time: one effect, one answer, 50 rounds of 16 threads")
    void herd() {
        for (int round = 1; round <= 50; round++) {
            String key = "herd-" + round;
            List<Outcome<String>> outcomes = Herd.of(16).runAll(member -> {
                if (member % 4 == 0) {
                    cache.known.clear();
                }
                return order(key);
            });
            String answer = "order " + round;
            assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
            assertThat(outcomes)
                    .allSatisfy(outcome -> assertThat(outcome.orElseThrow()).isEqualTo(answer));
            assertThat(effects).hasValue(round);
        }
    }
}
