package io.onlyonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Ending;
import io.onlyonce.Guarantee.Transactional;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.error.VersionConflictException;
import io.onlyonce.probe.Point;
import io.onlyonce.testkit.Herd;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The same contract with the record at the end: the work of each copy may run, and must fail or be undone without anybody's notice where another one was quicker.
 */
public abstract class RecordAtEndContract extends OnlyOnceContract {
    private static final int ROUNDS = 50;
    private static final String KEY = "k";

    @Override
    protected Operation<String> operation() {
        return super.operation().guarantee(new Transactional<String>(3).recordedAtEnd());
    }

    /** Nothing is claimed. */
    @Override
    protected Set<Point> points() {
        return EnumSet.complementOf(EnumSet.of(Point.CLAIMED));
    }

    /** Only those beside it: nothing is in the store before the work is done. */
    @Override
    protected List<OnlyOnce> aware(OnlyOnce node) {
        return List.of(node);
    }

    /** It runs, and finds what the first call has done. */
    @Override
    protected String never() {
        throw new IllegalStateException("nothing left to be done");
    }

    @Test
    @DisplayName(
            "B-10 two processes work on one key at the same time: one commits, the other is undone and gets its answer, 50 rounds")
    void bothWork() throws Exception {
        List<OnlyOnce> nodes = List.of(node(), node());
        for (int round = 0; round < ROUNDS; round++) {
            String key = "both-" + round;
            CyclicBarrier bothInside = new CyclicBarrier(2);
            List<Outcome<String>> outcomes = Herd.of(2)
                    .runAll(member -> order(nodes.get(member), key, attempt -> {
                        bothInside.await(30, TimeUnit.SECONDS);
                        return work("answer of " + member).run(attempt);
                    }));
            assertThat(outcomes)
                    .filteredOn(Outcome.Executed.class::isInstance)
                    .as("calls that took effect in round %d", round)
                    .hasSize(1);
            assertThat(outcomes.get(0).orElseThrow()).isEqualTo(outcomes.get(1).orElseThrow());
            assertThat(effects(key)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "B-09 a retry's work fails because the first call has changed the data: the retry gets the first answer")
    void failsAfterwards() throws Exception {
        order(node(), KEY, work("paid"));
        for (Exception failure : List.of(
                new IOException("already paid"),
                new SoldOutException("none left"),
                new VersionConflictException("order 7", 1, 2))) { // a guard's, which is one of ours
            assertThat(order(node(), KEY, failing(failure))).isEqualTo(new Outcome.Replayed<>("paid"));
        }
        assertThat(effects(KEY)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-09 a retry's work gives an answer that is to be forgotten or refuses: the retry gets the first answer")
    void refusesAfterwards() throws Exception {
        Operation<String> operation = operation().ending(answer -> switch (answer.charAt(0)) {
            case '2' -> Ending.REMEMBER;
            case '4' -> Ending.REFUSE;
            default -> Ending.FORGET;
        });
        run(node(), operation, call(KEY, "payload"), work("201"));
        for (String later : List.of("409", "503")) {
            assertThat(run(node(), operation, call(KEY, "payload"), work(later)))
                    .isEqualTo(new Outcome.Replayed<>("201"));
        }
        assertThat(effects(KEY)).isEqualTo(1);
    }

    @Test
    @DisplayName("a retry that takes effect again in its own transaction is undone whole")
    void undone() throws Exception {
        order(node(), KEY, work("paid"));
        assertThat(order(node(), KEY, work("paid again"))).isEqualTo(new Outcome.Replayed<>("paid"));
        assertThat(effects(KEY)).isEqualTo(1);
    }
}
