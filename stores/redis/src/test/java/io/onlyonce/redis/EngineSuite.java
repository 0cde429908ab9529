package io.onlyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Call;
import io.onlyonce.Ending;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.Herd;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the engine promises over {@link RedisRecordStore}, on any server. */
abstract class EngineSuite {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Operation<String> CHARGE = Operation.named("charge", ResultCodec.text())
            .patience(Duration.ofSeconds(30))
            .guarantee(new Leased<>(LEASE, new WhenAbandoned.Refuse<>(), List.of(ConnectException.class)));

    private final Records records;
    private final AtomicInteger effects = new AtomicInteger();

    EngineSuite(Records records) {
        this.records = records;
    }

    @BeforeEach
    void clear() {
        records.clear();
    }

    private OnlyOnce node() {
        return OnlyOnce.leased(records.store(), Probe.NONE);
    }

    private Outcome<String> charge(OnlyOnce node, String key) throws Exception {
        return node.run(CHARGE, Call.of("alice", key), attempt -> "charged " + effects.incrementAndGet());
    }

    private static RecordKey key(String key) {
        return new RecordKey(Call.of("alice", key).scope().text(), "charge", key);
    }

    @Test
    @DisplayName("B-10 one effect and one answer for all: 50 rounds of 16 threads in 4 processes")
    void herd() throws Exception {
        List<OnlyOnce> nodes = List.of(node(), node(), node(), node());
        for (int round = 1; round <= 50; round++) {
            String key = "herd-" + round;
            List<Outcome<String>> outcomes =
                    Herd.of(16).runAll(member -> charge(nodes.get(member % nodes.size()), key));
            assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
            String answer = "charged " + round;
            for (Outcome<String> outcome : outcomes) {
                assertThat(outcome.orElseThrow()).isEqualTo(answer);
            }
            assertThat(effects).hasValue(round);
        }
        assertThat(records.count()).isEqualTo(50);
    }

    @Test
    @DisplayName("B-21 work that fails half-way leaves the outcome unknown: no retry runs it again")
    void failed() throws Exception {
        OnlyOnce node = node();
        IOException failure = new IOException("no answer from the provider");
        assertThatThrownBy(() -> node.run(CHARGE, Call.of("alice", "k"), attempt -> {
                    effects.incrementAndGet();
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(charge(node(), "k")).isInstanceOf(Outcome.OutcomeUnknown.class);
        assertThat(effects).hasValue(1);
    }

    @Test
    @DisplayName("B-21 a failure that proves that nothing left the process frees the key")
    void released() throws Exception {
        ConnectException failure = new ConnectException("refused");
        assertThatThrownBy(() -> node().run(CHARGE, Call.of("alice", "k"), attempt -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(records.count()).isZero();
        assertThat(charge(node(), "k")).isEqualTo(new Outcome.Executed<>("charged 1"));
        assertThat(charge(node(), "k")).isEqualTo(new Outcome.Replayed<>("charged 1"));
    }

    @Test
    @DisplayName("B-09 an answer that is to be forgotten leaves no record")
    void forgotten() throws Exception {
        Operation<String> operation = CHARGE.ending(answer -> Ending.FORGET);
        assertThat(node().run(operation, Call.of("alice", "k"), attempt -> "503"))
                .isEqualTo(new Outcome.RolledBack<>("503"));
        assertThat(records.count()).isZero();
    }

    @Test
    @DisplayName("a key that was reused for another payload is refused")
    void keyReused() throws Exception {
        charge(node(), "k");
        assertThat(node().run(CHARGE, Call.of("alice", "k", "another payload"), attempt -> "never"))
                .isInstanceOf(Outcome.KeyReused.class);
        assertThat(effects).hasValue(1);
    }

    @Test
    @DisplayName("B-42 an owner that was overtaken while it worked is told so, and the other's answer stays")
    void overtaken() throws Exception {
        RedisRecordStore store = records.store();
        assertThatThrownBy(() -> node().run(CHARGE, Call.of("alice", "k"), attempt -> {
                    records.expireLease(key("k"));
                    Claim taken = store.takeOver(
                            new ClaimRequest(
                                    attempt.key(), Call.of("alice", "k").fingerprint(), LEASE),
                            attempt.fence());
                    Fence fence = ((Claim.Claimed) taken).fence();
                    assertThat(store.complete(attempt.key(), fence, CasesSuite.done("other's")))
                            .isTrue();
                    return "late";
                }))
                .isInstanceOf(FenceLostException.class);
        assertThat(charge(node(), "k")).isEqualTo(new Outcome.Replayed<>("other's"));
    }

    @Test
    @DisplayName("the heartbeat keeps a claim alive while its work lasts longer than the lease")
    void heartbeat() throws Exception {
        Operation<String> brief = CHARGE.guarantee(Leased.of(Duration.ofMillis(300)));
        RedisRecordStore store = records.store();
        node().run(brief, Call.of("alice", "k"), attempt -> {
            String granted = records.get(attempt.key(), "lease");
            CasesSuite.await().until(() -> records.now() > Long.parseLong(granted));
            assertThat(store.claim(new ClaimRequest(
                            attempt.key(), Call.of("alice", "k").fingerprint(), LEASE)))
                    .isInstanceOf(Claim.InProgress.class);
            return "done";
        });
        assertThat(charge(node(), "k")).isEqualTo(new Outcome.Replayed<>("done"));
    }
}
