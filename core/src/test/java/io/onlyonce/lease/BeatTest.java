package io.onlyonce.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BeatTest {
    private static final Duration PACE = Duration.ofMillis(5);

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("steps that hang delay nobody else's: 50 of them stand while one goes on")
    void hanging() {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch hanging = new CountDownLatch(50);
        CountDownLatch goesOn = new CountDownLatch(10);
        List<Beat> beats = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            beats.add(Beat.start(PACE, () -> {
                hanging.countDown();
                await(end);
            }));
        }
        await(hanging);
        Beat lively = Beat.start(PACE, goesOn::countDown);
        await(goesOn);
        lively.stop();
        end.countDown();
        beats.forEach(Beat::stop);
        assertThat(goesOn.getCount()).isZero();
    }

    @Test
    @DisplayName(
            "after the stop nothing follows: 50 rounds, stopped in the middle of a step; and a step may stop itself")
    void stopped() {
        for (int round = 0; round < 50; round++) {
            AtomicInteger steps = new AtomicInteger();
            CountDownLatch inside = new CountDownLatch(1);
            Beat beat = Beat.start(Duration.ofMillis(1), () -> {
                inside.countDown();
                steps.incrementAndGet();
            });
            await(inside);
            beat.stop();
            int counted = steps.get();
            CountDownLatch others = new CountDownLatch(2);
            Beat other = Beat.start(Duration.ofMillis(1), others::countDown);
            await(others);
            other.stop();
            assertThat(steps).hasValue(counted);
        }
        AtomicInteger once = new AtomicInteger();
        AtomicReference<Beat> self = new AtomicReference<>();
        CountDownLatch set = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        self.set(Beat.start(PACE, () -> {
            await(set);
            once.incrementAndGet();
            self.get().stop();
            done.countDown();
        }));
        set.countDown();
        await(done);
        assertThat(once).hasValue(1);
    }
}
