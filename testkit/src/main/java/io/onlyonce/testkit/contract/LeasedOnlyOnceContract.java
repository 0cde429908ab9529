package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Ending;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.Steps;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.Work;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.probe.Point;
import io.onlyonce.record.Claim;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.testkit.FaultProbe;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.InjectedFault;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of {@link OnlyOnce} over a leased store and its steps. A store's test gives what {@link LeasedFixture} asks for. */
public abstract class LeasedOnlyOnceContract extends LeasedOnlyOnceStoreDownContract {
    private static final int HERD = 16;
    private static final int NODES = 4;
    private static final int ROUNDS = 50;

    private List<OnlyOnce> nodes() {
        return Stream.generate(this::node).limit(NODES).toList();
    }

    @Test
    @DisplayName("B-10 one effect and one answer for all: 50 rounds of 16 threads in 4 processes")
    void herd() {
        List<OnlyOnce> nodes = nodes();
        for (int round = 0; round < ROUNDS; round++) {
            String key = "herd-" + round;
            List<Outcome<String>> outcomes = Herd.of(HERD)
                    .runAll(member -> run(nodes.get(member % NODES), CHARGE, key, work("answer of " + member)));
            assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
            assertThat(outcomes)
                    .filteredOn(Outcome.Replayed.class::isInstance)
                    .containsOnly(new Outcome.Replayed<>(booked(key)))
                    .hasSize(HERD - 1);
            assertThat(effects(key)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B-21 work that fails half-way leaves the outcome unknown: no retry runs it again")
    void failed() throws Exception {
        IOException failure = new IOException("no answer from the gateway");
        assertThatThrownBy(() -> run(node(), CHARGE, "k", failing(failure))).isSameAs(failure);
        assertThat(run(node(), CHARGE, "k", work("never"))).isInstanceOf(Outcome.OutcomeUnknown.class);
        assertThat(effects("k")).isEqualTo(1);
        assertThat(decisions("k")).containsExactly(Kind.ABANDONED, Kind.OUTCOME_UNKNOWN);
    }

    @Test
    @DisplayName("B-21 a failure that proves that nothing left the process frees the key")
    void freed() throws Exception {
        ConnectException failure = new ConnectException("refused");
        assertThatThrownBy(() -> run(node(), CHARGE, "k", attempt -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(maintenance().find(charged("k"))).isEmpty();
        assertThat(run(node(), CHARGE, "k", work("done"))).isEqualTo(new Outcome.Executed<>("done"));
        assertThat(run(node(), CHARGE, "k", work("never"))).isEqualTo(new Outcome.Replayed<>("done"));
        assertThat(decisions("k")).containsExactly(Kind.RELEASED, Kind.FIRST, Kind.REPLAYED);
    }

    @Test
    @DisplayName("B-09 a declared refusal is remembered, an answer to be forgotten is not")
    void refusals() throws Exception {
        Work<String> declined = attempt -> {
            throw new DeclinedException("no funds");
        };
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> run(node(), CHARGE, "k", declined).orElseThrow())
                    .isInstanceOf(DeclinedException.class)
                    .hasMessage("no funds");
        }
        assertThat(decisions("k")).containsExactly(Kind.REFUSED, Kind.REPLAYED);
        Operation<String> forgetting = CHARGE.ending(answer -> Ending.FORGET);
        assertThat(run(node(), forgetting, "503", attempt -> "503")).isEqualTo(new Outcome.RolledBack<>("503"));
        assertThat(maintenance().find(charged("503"))).isEmpty();
        assertThat(run(node(), CHARGE, "503", work("done"))).isEqualTo(new Outcome.Executed<>("done"));
    }

    @Test
    @DisplayName("a key reused for another payload is refused, also where the first attempt was lost")
    void keyReused() throws Exception {
        run(node(), CHARGE, "k", work("done"));
        assertThat(run(node(), CHARGE, call("k", "another"), work("never"))).isInstanceOf(Outcome.KeyReused.class);
        win(charged("lost"));
        expireLease(charged("lost"));
        assertThat(run(node(), charge(new WhenAbandoned.Rerun<>()), call("lost", "another"), work("never")))
                .isInstanceOf(Outcome.KeyReused.class);
        assertThat(effects("lost")).isZero();
    }

    @Test
    @DisplayName("B-42 an owner that was overtaken while it worked is told so, and the other's answer stays")
    void overtaken() throws Exception {
        Operation<String> rerun = charge(new WhenAbandoned.Rerun<>());
        assertThatThrownBy(() -> run(node(), rerun, "k", attempt -> {
                    expireLease(attempt.key());
                    assertThat(run(node(), rerun, "k", work("the next one's")))
                            .isEqualTo(new Outcome.Executed<>("the next one's"));
                    return "late";
                }))
                .isInstanceOf(FenceLostException.class);
        assertThat(run(node(), rerun, "k", work("never"))).isEqualTo(new Outcome.Replayed<>("the next one's"));
        assertThat(decisions("k")).containsExactlyInAnyOrder(Kind.FENCE_LOST, Kind.TAKEN_OVER, Kind.REPLAYED);
    }

    @Test
    @DisplayName("B-42 20 retries at the moment a lease ends: exactly one runs, attempts are numbered, 50 rounds")
    void retriesAtTheEnd() {
        List<OnlyOnce> nodes = nodes();
        for (int round = 0; round < ROUNDS; round++) {
            String key = "end-" + round;
            win(charged(key));
            expireLease(charged(key));
            AtomicInteger number = new AtomicInteger();
            List<Outcome<String>> outcomes = Herd.of(20)
                    .runAll(member ->
                            run(nodes.get(member % NODES), charge(new WhenAbandoned.Rerun<>()), key, attempt -> {
                                number.addAndGet(attempt.number());
                                book(attempt.reference(), "done");
                                return "done";
                            }));
            assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
            assertThat(outcomes).filteredOn(Outcome.Replayed.class::isInstance).hasSize(19);
            assertThat(number).as("the one run was attempt 2").hasValue(2);
            assertThat(effects(key)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B-21 after a crash the resolver is asked before anything is charged: done, not done, unknown")
    void resolved() throws Exception {
        Operation<String> asking = charge(new WhenAbandoned.Resolve<>(lost -> {
            String booked = bookings.get(lost.reference());
            return booked == null ? new Resolution.NotDone<>() : new Resolution.Done<>(booked);
        }));
        RecordKey done = charged("done");
        win(done);
        book(done.id().toUuid().toString(), "booked before the crash");
        expireLease(done);
        for (int i = 0; i < 2; i++) {
            assertThat(run(node(), asking, "done", work("never")))
                    .isEqualTo(new Outcome.Replayed<>("booked before the crash"));
        }
        win(charged("not-done"));
        expireLease(charged("not-done"));
        assertThat(run(node(), asking, "not-done", work("now"))).isEqualTo(new Outcome.Executed<>("now"));
        Operation<String> clueless = charge(new WhenAbandoned.Resolve<>(lost -> new Resolution.Unknown<>()));
        win(charged("unknown"));
        expireLease(charged("unknown"));
        assertThat(run(node(), clueless, "unknown", work("never"))).isInstanceOf(Outcome.OutcomeUnknown.class);
        assertThat(effects("unknown")).isZero();
    }

    @Test
    @DisplayName("B-21 a process that dies at any point of its run leaves what the policy can settle, one effect each")
    void faults() throws Exception {
        Operation<String> asking = charge(new WhenAbandoned.Resolve<>(lost -> {
            String booked = bookings.get(lost.reference());
            return booked == null ? new Resolution.NotDone<>() : new Resolution.Done<>(booked);
        }));
        for (Point point : List.of(Point.BEFORE_CLAIM, Point.CLAIMED, Point.WORKED)) {
            String key = "fault-" + point;
            assertThatThrownBy(() -> run(node(FaultProbe.once(point)), asking, key, work("done")))
                    .isInstanceOf(InjectedFault.class);
            assertThat(run(node(), asking, key, work("done")).orElseThrow()).isEqualTo("done");
            assertThat(run(node(), asking, key, work("never"))).isEqualTo(new Outcome.Replayed<>("done"));
            assertThat(effects(key)).as("effects after a fault at %s", point).isEqualTo(1);
            assertThat(maintenance().find(charged(key)).orElseThrow().state()).isEqualTo(RecordState.COMPLETED);
        }
    }

    @Test
    @DisplayName("B-21 a rerun does not repeat the steps that the lost attempt finished")
    void finishedSteps() throws Exception {
        Operation<String> rerun = charge(new WhenAbandoned.Rerun<>());
        Steps steps = new Steps(steps());
        IOException crash = new IOException("the process dies");
        for (int dies = 0; dies < 3; dies++) {
            String key = "steps-" + dies;
            AtomicInteger left = new AtomicInteger(dies);
            Work<String> work = attempt -> {
                StringBuilder done = new StringBuilder();
                for (String step : List.of("reserve", "charge")) {
                    if (left.getAndDecrement() == 0) {
                        throw crash;
                    }
                    done.append(steps.run(attempt, step, ResultCodec.text(), () -> {
                        book(attempt.reference(step), step);
                        return step + "d by " + attempt.number() + ", ";
                    }));
                }
                if (left.getAndDecrement() == 0) {
                    throw crash;
                }
                return done.toString();
            };
            assertThatThrownBy(() -> run(node(), rerun, key, work)).isSameAs(crash);
            String expected = (dies > 0 ? "reserved by 1, " : "reserved by 2, ")
                    + (dies > 1 ? "charged by 1, " : "charged by 2, ");
            assertThat(run(node(), rerun, key, work).orElseThrow()).isEqualTo(expected);
            assertThat(run(node(), rerun, key, work)).isEqualTo(new Outcome.Replayed<>(expected));
        }
    }

    @Test
    @DisplayName("B-42 the late owner's step is not kept, and it is told that it was overtaken")
    void lateStep() throws Exception {
        Operation<String> rerun = charge(new WhenAbandoned.Rerun<>());
        Steps steps = new Steps(steps());
        assertThatThrownBy(() -> run(node(), rerun, "k", attempt -> {
                    Claim.Claimed late = new Claim.Claimed(attempt.fence(), attempt.number());
                    return steps.run(attempt, "charge", ResultCodec.text(), () -> {
                        takeOver(attempt.key(), late);
                        return "late";
                    });
                }))
                .isInstanceOf(FenceLostException.class);
        assertThat(steps().find(charged("k"), "charge")).isEmpty();
        expireLease(charged("k"));
        assertThat(run(node(), rerun, "k", work("the third one's")))
                .isEqualTo(new Outcome.Executed<>("the third one's"));
    }
}
