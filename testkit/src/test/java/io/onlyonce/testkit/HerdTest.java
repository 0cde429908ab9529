package io.onlyonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HerdTest {
    @Test
    @DisplayName("all members run at the same time, and their values come in their order")
    void atOnce() {
        CyclicBarrier all = new CyclicBarrier(16);
        List<Integer> values = Herd.of(16).runAll(member -> {
            all.await(30, TimeUnit.SECONDS);
            return member * member;
        });
        assertThat(values).hasSize(16).startsWith(0, 1, 4, 9).endsWith(225);
    }

    @Test
    @DisplayName("a failure is kept beside the others' values")
    void failures() {
        IOException failure = new IOException("member 1");
        List<Herd.Ended<String>> ends = Herd.of(3).run(member -> {
            if (member == 1) {
                throw failure;
            }
            return "fine";
        });
        assertThat(ends)
                .containsExactly(
                        new Herd.Ended<>("fine", null),
                        new Herd.Ended<>(null, failure),
                        new Herd.Ended<>("fine", null));
    }

    @Test
    @DisplayName("runAll fails with the first failure as its cause and the others beside it")
    void runAll() {
        assertThatThrownBy(() -> Herd.of(3).runAll(member -> {
                    throw new IOException("member " + member);
                }))
                .isInstanceOf(AssertionError.class)
                .hasRootCauseMessage("member 0")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
    }

    @Test
    @DisplayName("a member that does not end is interrupted, and the herd says where it stood")
    void stuck() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        assertThatThrownBy(() -> Herd.of(2).within(Duration.ofSeconds(4)).run(member -> {
                    try {
                        return member == 0 || never.await(1, TimeUnit.HOURS);
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("1 of 2", "herd-1", "await");
        assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("an interrupted herd interrupts its members and says so")
    void interrupted() {
        AtomicBoolean stillInterrupted = new AtomicBoolean();
        CountDownLatch never = new CountDownLatch(1);
        Herd.of(1).runAll(member -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> Herd.of(1).run(inner -> never.await(1, TimeUnit.HOURS)))
                    .isInstanceOf(AssertionError.class);
            stillInterrupted.set(Thread.currentThread().isInterrupted());
            return true;
        });
        assertThat(stillInterrupted).isTrue();
    }
}
