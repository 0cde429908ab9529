package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.OnlyOnce;
import io.onlyonce.Outcome;
import io.onlyonce.Work;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.probe.Point;
import io.onlyonce.testkit.FaultProbe;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.InjectedFault;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The contract of {@link OnlyOnce} over a transactional store: one effect and one answer, under herds and under faults. A store's test gives
 * {@link #store()}, {@link #transactions()}, {@link #maintenance()}, {@link #recordEffect} and {@link #countEffects}.
 */
public abstract class OnlyOnceContract extends OnlyOnceOutcomeContract {
    private static final int HERD = 32;
    private static final int NODES = 4;
    private static final int ROUNDS = 50;

    private List<OnlyOnce> nodes() {
        return Stream.generate(this::node).limit(NODES).toList();
    }

    @Test
    @DisplayName("B-10 one effect and one answer for all: 50 rounds of 32 threads in 4 processes")
    void herd() {
        List<OnlyOnce> nodes = nodes();
        for (int round = 0; round < ROUNDS; round++) {
            String key = "herd-" + round;
            List<Outcome<String>> outcomes =
                    Herd.of(HERD).runAll(member -> order(nodes.get(member % NODES), key, work("answer of " + member)));
            List<Outcome<String>> first =
                    outcomes.stream().filter(Outcome.Executed.class::isInstance).toList();
            assertThat(first).as("calls that ran the work in round %d", round).hasSize(1);
            String answer = ((Outcome.Executed<String>) first.get(0)).value();
            assertThat(outcomes)
                    .filteredOn(outcome -> outcome != first.get(0))
                    .containsOnly(new Outcome.Replayed<>(answer))
                    .hasSize(HERD - 1);
            assertThat(effects(key)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "B-17 half of the attempts fail: every caller who retries ends with the one answer, 50 rounds of 16 threads")
    void herdWithFailures() {
        List<OnlyOnce> nodes = nodes();
        for (int round = 0; round < ROUNDS; round++) {
            String key = "failing-" + round;
            AtomicInteger failures = new AtomicInteger(8);
            Work<String> work = attempt -> {
                recordEffect(nameOf(attempt.key()));
                if (failures.getAndDecrement() > 0) {
                    throw new IOException("injected: this attempt fails");
                }
                return "the answer";
            };
            List<String> answers = Herd.of(16).runAll(member -> retried(nodes.get(member % NODES), key, work));
            assertThat(answers).containsOnly("the answer");
            assertThat(effects(key)).isEqualTo(1);
        }
    }

    private String retried(OnlyOnce node, String key, Work<String> work) throws Exception {
        while (true) {
            try {
                return order(node, key, work).orElseThrow();
            } catch (IOException | InjectedFault e) {
                Pause.aMoment();
            }
        }
    }

    @Test
    @DisplayName("B-09 a refusal under a herd: no effect, everybody gets the same refusal, 20 rounds of 16 threads")
    void herdRefused() {
        List<OnlyOnce> nodes = nodes();
        for (int round = 0; round < 20; round++) {
            String key = "refused-" + round;
            List<Outcome<String>> outcomes = Herd.of(16)
                    .runAll(member ->
                            order(nodes.get(member % NODES), key, failing(new SoldOutException("none left"))));
            assertThat(outcomes)
                    .allSatisfy(outcome -> assertThatThrownBy(outcome::orElseThrow)
                            .isInstanceOf(SoldOutException.class)
                            .hasMessage("none left"));
            assertThat(effects(key)).isZero();
            assertThat(record(key)).isPresent();
        }
    }

    @Test
    @DisplayName("two payloads race with one key: one wins, everybody with the other is refused, 20 rounds")
    void twoPayloads() {
        List<OnlyOnce> nodes = nodes();
        for (int round = 0; round < 20; round++) {
            String key = "payloads-" + round;
            List<Outcome<String>> outcomes = Herd.of(8)
                    .runAll(member -> run(
                            nodes.get(member % NODES),
                            operation(),
                            call(key, "payload " + member % 2),
                            work("payload " + member % 2)));
            assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
            assertThat(outcomes).filteredOn(Outcome.Replayed.class::isInstance).hasSize(3);
            assertThat(outcomes).filteredOn(Outcome.KeyReused.class::isInstance).hasSize(4);
            assertThat(effects(key)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("different keys are worked on at the same time")
    void differentKeys() {
        OnlyOnce node = node();
        CyclicBarrier allInside = new CyclicBarrier(4);
        Herd.of(4)
                .runAll(member -> order(node, "side-" + member, attempt -> {
                    allInside.await(30, TimeUnit.SECONDS);
                    return work("done").run(attempt);
                }));
        assertThat(Stream.of("side-0", "side-1", "side-2", "side-3").map(this::effects))
                .containsOnly(1L);
    }

    @Test
    @DisplayName(
            "B-10 a duplicate without patience is told \"in progress\" while the first call runs, and replayed afterwards")
    void inProgress() throws Exception {
        OnlyOnce node = node();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Outcome<String>> first = new CompletableFuture<>();
        Thread owner = new Thread(() -> first.complete(Herd.of(1)
                .runAll(member -> order(node, "k", attempt -> {
                    inside.countDown();
                    assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
                    return work("slow").run(attempt);
                }))
                .get(0)));
        owner.start();
        assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();
        List<OnlyOnce> aware = aware(node);
        for (OnlyOnce other : aware) {
            assertThat(run(other, operation().patience(Duration.ZERO), call("k", "payload"), attempt -> "never"))
                    .isInstanceOfSatisfying(
                            Outcome.InProgress.class,
                            told -> assertThat(told.retryAfter()).isPositive());
        }
        goOn.countDown();
        assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo(new Outcome.Executed<>("slow"));
        assertThat(order(node, "k", attempt -> "never")).isEqualTo(new Outcome.Replayed<>("slow"));
        assertThat(decisions("k")).containsEntry(Kind.IN_PROGRESS, (long) aware.size());
    }

    @TestFactory
    @DisplayName("B-15 a fault at each point of a run: nothing half done, and the retry ends with one effect")
    Stream<DynamicTest> faults() {
        return points().stream()
                .map(point -> DynamicTest.dynamicTest("fault at " + point, () -> {
                    OnlyOnce node = node(FaultProbe.once(point));
                    String key = "fault-" + point;
                    boolean committed = point == Point.COMMITTED;
                    assertThatThrownBy(() -> order(node, key, work("first"))).isInstanceOf(InjectedFault.class);
                    assertThat(effects(key)).as("effects after the fault").isEqualTo(committed ? 1 : 0);
                    assertThat(record(key).isPresent())
                            .as("a record after the fault")
                            .isEqualTo(committed);
                    assertThat(order(node, key, work("second")))
                            .isEqualTo(committed ? new Outcome.Replayed<>("first") : new Outcome.Executed<>("second"));
                    assertThat(effects(key)).isEqualTo(1);
                    standingChecks();
                }));
    }

    @TestFactory
    @DisplayName("B-15 a fault at each point of a refused run: the refusal is remembered or nothing is")
    Stream<DynamicTest> faultsWhenRefused() {
        return Stream.of(Point.BEFORE_CLAIM, Point.CLAIMED, Point.COMPLETED, Point.COMMITTED)
                .filter(points()::contains)
                .map(point -> DynamicTest.dynamicTest("fault at " + point, () -> {
                    OnlyOnce node = node(FaultProbe.once(point));
                    String key = "fault-" + point;
                    SoldOutException refusal = new SoldOutException("none left");
                    assertThatThrownBy(() -> order(node, key, failing(refusal))).isInstanceOf(InjectedFault.class);
                    assertThat(record(key).isPresent()).isEqualTo(point == Point.COMMITTED);
                    assertThatThrownBy(() -> order(node, key, failing(refusal)).orElseThrow())
                            .isInstanceOf(SoldOutException.class)
                            .hasMessage("none left");
                    assertThat(effects(key)).isZero();
                    standingChecks();
                }));
    }

    @TestFactory
    @DisplayName("B-15 faults at each point under a herd: everybody who retries gets the one answer")
    Stream<DynamicTest> faultsUnderHerd() {
        return points().stream()
                .map(point -> DynamicTest.dynamicTest("faults at " + point, () -> {
                    for (int round = 0; round < 10; round++) {
                        String key = "fault-" + point + "-" + round;
                        List<OnlyOnce> nodes = Stream.generate(() -> node(FaultProbe.times(point, 2)))
                                .limit(NODES)
                                .toList();
                        List<String> answers =
                                Herd.of(16).runAll(member -> retried(nodes.get(member % NODES), key, work("answer")));
                        assertThat(answers).containsOnly("answer");
                        assertThat(effects(key)).isEqualTo(1);
                    }
                    standingChecks();
                }));
    }
}
