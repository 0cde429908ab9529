package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Refusal;
import io.onlyonce.ResultCodec;
import io.onlyonce.Scope;
import io.onlyonce.Work;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.RecordState;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.RecordingProbe;
import io.onlyonce.transaction.TransactionRunner;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/**
 * What the engine's suite needs of its pupil, the words that its cases are written in, and the checks that each of them ends with: at most one effect per
 * key, a done record if and only if there is an effect, an expiry for each record, and one decision per call.
 */
public abstract class OnlyOnceFixture {
    /** What each case runs: answers with a text, remembers that something is sold out. */
    protected static final Operation<String> ORDER = Operation.named("create-order", ResultCodec.text())
            .patience(Duration.ofSeconds(30))
            .remembering(new Refusal<>("sold-out", SoldOutException.class, SoldOutException::new));

    private final Scope scope = Scope.of("tenant", UUID.randomUUID().toString());
    private final RecordingProbe recording = new RecordingProbe();
    private final ConcurrentMap<RecordKey, AtomicInteger> calls = new ConcurrentHashMap<>();

    /** A refusal that the operation declares. */
    protected static class SoldOutException extends Exception {
        private static final long serialVersionUID = 1L;

        public SoldOutException(@Nullable String message) {
            super(message);
        }
    }

    /** The store; the same one each time within a test. */
    protected abstract TransactionalRecordStore store();

    /** The transactions that records and effects share; at least 8 at once. */
    protected abstract TransactionRunner transactions();

    /** Looks at the store's records. Must still work while {@code @AfterEach} methods run: close it in an {@code @AfterAll}. */
    protected abstract RecordMaintenance maintenance();

    /** Writes one effect of this name (up to 200 ASCII characters) in the transaction that is open on this thread. */
    protected abstract void recordEffect(String name) throws Exception;

    /** How many effects of this name another client finds: only committed ones. */
    protected abstract long countEffects(String name);

    /** The operation that the cases run. */
    protected Operation<String> operation() {
        return ORDER;
    }

    /** The points that its first call reaches. */
    protected Set<Point> points() {
        return EnumSet.allOf(Point.class);
    }

    /** The processes that can know that this one is at work on a key. */
    protected List<OnlyOnce> aware(OnlyOnce node) {
        return List.of(node, node());
    }

    /** What a retry's work does that must have no effect any more. */
    protected String never() {
        throw new AssertionError("the work must not run again");
    }

    /** A process that serves requests. Each call gives another one: they share nothing but the store. */
    protected OnlyOnce node(Probe probe) {
        return OnlyOnce.transactional(store(), transactions(), probe.and(recording));
    }

    final OnlyOnce node() {
        return node(Probe.NONE);
    }

    final Call call(String key, String payload) {
        return new Call(scope, new IdempotencyKey(key), Fingerprint.of(payload));
    }

    /** One call with the payload that all duplicates of this key have. */
    final Outcome<String> order(OnlyOnce node, String key, Work<String> work) throws Exception {
        return run(node, operation(), call(key, "payload"), work);
    }

    /** One call, counted. */
    final <T extends @Nullable Object> Outcome<T> run(OnlyOnce node, Operation<T> operation, Call call, Work<T> work)
            throws Exception {
        calls.computeIfAbsent(recordKey(operation, call), any -> new AtomicInteger())
                .incrementAndGet();
        return node.run(operation, call, work);
    }

    /** Work that has one effect. */
    final Work<String> work(String answer) {
        return attempt -> {
            recordEffect(nameOf(attempt.key()));
            return answer;
        };
    }

    /** Work that has one effect and then fails. */
    final Work<String> failing(Exception failure) {
        return attempt -> {
            recordEffect(nameOf(attempt.key()));
            throw failure;
        };
    }

    final long effects(String key) {
        return countEffects(nameOf(recordKey(ORDER, call(key, ""))));
    }

    final Optional<IdempotencyRecord> record(String key) {
        return maintenance().find(recordKey(ORDER, call(key, "")));
    }

    final Map<Decision.Kind, Long> decisions(String key) {
        return recording.decisions(recordKey(ORDER, call(key, ""))).stream()
                .collect(java.util.stream.Collectors.groupingBy(kind -> kind, java.util.stream.Collectors.counting()));
    }

    static RecordKey recordKey(Operation<?> operation, Call call) {
        return RecordKey.of(call.scope(), operation.name(), call.key());
    }

    static String nameOf(RecordKey key) {
        return key.scope() + " " + key.operation() + " " + key.key();
    }

    @AfterEach
    final void standingChecks() {
        calls.forEach((key, count) -> {
            long effects = countEffects(nameOf(key));
            Optional<IdempotencyRecord> record = maintenance().find(key);
            assertThat(effects).as("S1 effects of %s", key).isBetween(0L, 1L);
            assertThat(record.map(IdempotencyRecord::state)
                            .filter(RecordState.COMPLETED::equals)
                            .isPresent())
                    .as("S4 a done record if and only if there is an effect: %s, %s effects", record, effects)
                    .isEqualTo(effects == 1);
            record.ifPresent(stored -> {
                assertThat(stored.state()).as("S4 no claim is left").isNotEqualTo(RecordState.CLAIMED);
                assertThat(Objects.requireNonNull(stored.expiresAt(), "S5 each record expires"))
                        .isAfter(stored.createdAt());
            });
            assertThat(recording.decisions(key))
                    .as("S6 one decision per call of %s", key)
                    .hasSize(count.get());
        });
    }
}
