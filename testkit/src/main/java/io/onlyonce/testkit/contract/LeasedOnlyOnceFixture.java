package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Backstop;
import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Refusal;
import io.onlyonce.ResultCodec;
import io.onlyonce.Scope;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.Work;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.RecordingProbe;
import io.onlyonce.testkit.UnreliableLeasedStore;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/**
 * The remote party that the leased engine's suite works with, the words that its cases are written in, and the checks that each of them ends with: at most one
 * effect and one reference per key, and one decision per call.
 */
public abstract class LeasedOnlyOnceFixture extends StepStoreContract {
    /** A gateway that books a payment per reference, and that refuses a second one only where a case says so. */
    final ConcurrentMap<String, String> bookings = new ConcurrentHashMap<>();

    private final ConcurrentMap<RecordKey, AtomicInteger> calls = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, AtomicInteger> charges = new ConcurrentHashMap<>();
    private final RecordingProbe recording = new RecordingProbe();

    /** A refusal that the operation declares. */
    protected static class DeclinedException extends Exception {
        private static final long serialVersionUID = 1L;

        public DeclinedException(@Nullable String message) {
            super(message);
        }
    }

    /** What the database throws when the payment is there already. */
    static final class AlreadyBookedException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    static final Backstop UNIQUE_KEY = new Backstop() {
        @Override
        public String name() {
            return "unique key booking(reference)";
        }

        @Override
        public boolean refused(Exception failure) {
            return failure instanceof AlreadyBookedException;
        }
    };

    /** What each case runs: answers with a text, remembers that it was declined, leaves its outcome open when its lease runs out. */
    static final Operation<String> CHARGE = Operation.named("charge", ResultCodec.text())
            .patience(Duration.ofSeconds(30))
            .remembering(new Refusal<>("declined", DeclinedException.class, DeclinedException::new))
            .guarantee(new Leased<>(LEASE, new WhenAbandoned.Refuse<>(), List.of(ConnectException.class)));

    /** The same under another policy. */
    static Operation<String> charge(WhenAbandoned<String> policy) {
        return CHARGE.guarantee(new Leased<>(LEASE, policy, List.of(ConnectException.class)));
    }

    /** A process that serves requests; each call gives another one. */
    OnlyOnce node() {
        return node(Probe.NONE);
    }

    OnlyOnce node(Probe probe) {
        return OnlyOnce.leased(store(), probe.and(recording));
    }

    OnlyOnce node(UnreliableLeasedStore store) {
        return node(store, Probe.NONE);
    }

    OnlyOnce node(UnreliableLeasedStore store, Probe probe) {
        return OnlyOnce.leased(store, probe.and(recording));
    }

    final Call call(String key, String payload) {
        return new Call(Scope.of(scope), new IdempotencyKey(key), Fingerprint.of(payload));
    }

    /** One call, counted, whose scope is this test's own. */
    final Outcome<String> run(OnlyOnce node, Operation<String> operation, String key, Work<String> work)
            throws Exception {
        return run(node, operation, call(key, "payload"), work);
    }

    final Outcome<String> run(OnlyOnce node, Operation<String> operation, Call call, Work<String> work)
            throws Exception {
        calls.computeIfAbsent(key(operation.name(), call.key().value()), any -> new AtomicInteger())
                .incrementAndGet();
        return node.run(operation, call, work);
    }

    /** Work that has one effect. */
    final Work<String> work(String answer) {
        return attempt -> {
            book(attempt.reference(), answer);
            return answer;
        };
    }

    /** Work that has one effect and then fails. */
    final Work<String> failing(Exception failure) {
        return attempt -> {
            book(attempt.reference(), "half done");
            throw failure;
        };
    }

    /** Books at the remote party, which lets everything through. */
    final void book(String reference, String answer) {
        charges.computeIfAbsent(reference, any -> new AtomicInteger()).incrementAndGet();
        bookings.put(reference, answer);
    }

    /** Books, unless it was booked before: one guarded step, as a unique key is. */
    final String bookOnce(String reference, String answer) throws AlreadyBookedException {
        if (bookings.putIfAbsent(reference, answer) != null) {
            throw new AlreadyBookedException();
        }
        charges.computeIfAbsent(reference, any -> new AtomicInteger()).incrementAndGet();
        return answer;
    }

    final RecordKey charged(String key) {
        return key(CHARGE.name(), key);
    }

    final String reference(String key) {
        return charged(key).id().toUuid().toString();
    }

    /** What was booked for the key; there must be something. */
    final String booked(String key) {
        return Objects.requireNonNull(bookings.get(reference(key)), key);
    }

    final int effects(String key) {
        AtomicInteger effects = charges.get(reference(key));
        return effects == null ? 0 : effects.get();
    }

    final List<Decision.Kind> decisions(String key) {
        return recording.decisions(charged(key));
    }

    @AfterEach
    final void standingChecks() {
        assertThat(charges.entrySet())
                .as("S1 at most one effect per reference")
                .allSatisfy(charge ->
                        assertThat(charge.getValue()).as(charge.getKey()).hasValue(1));
        for (Map.Entry<RecordKey, AtomicInteger> called : calls.entrySet()) {
            assertThat(recording.decisions(called.getKey()))
                    .as("S6 one decision per call of %s", called.getKey())
                    .hasSize(called.getValue().get());
        }
    }
}
