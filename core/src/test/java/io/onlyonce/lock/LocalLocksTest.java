package io.onlyonce.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onlyonce.error.LockBusyException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LocalLocksTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final MemoryTransactions transactions = new MemoryTransactions();
    private final LocalLocks locks = new LocalLocks(transactions);
    private final AtomicInteger effects = new AtomicInteger();

    @AfterEach
    void nothingIsLeft() {
        assertThat(locks.size()).isZero();
    }

    @Test
    @DisplayName(
            "B-24 eight threads, 200 times each: nobody is inside with another, and the unguarded counter is exact")
    void alone() throws Exception {
        int[] counter = {0};
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        CyclicBarrier start = new CyclicBarrier(8);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                    for (int n = 0; n < 200; n++) {
                        locks.run("account", LONG, () -> {
                            overlaps.addAndGet(inside.getAndIncrement());
                            counter[0]++;
                            inside.decrementAndGet();
                            return Ended.commit(true);
                        });
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join(TimeUnit.MINUTES.toMillis(1));
        }
        assertThat(overlaps).hasValue(0);
        assertThat(counter[0]).isEqualTo(1600);
    }

    @Test
    @DisplayName("B-25 busy, with or without patience: the work is not run, and the caller is told")
    void busy() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread holder = holder(held, release);
        assertThat(held.await(1, TimeUnit.MINUTES)).isTrue();
        for (Duration patience : List.of(Duration.ZERO, Duration.ofMillis(20))) {
            assertThatThrownBy(() -> locks.run("account", patience, this::effect))
                    .isInstanceOf(LockBusyException.class)
                    .hasMessageContaining("account");
        }
        assertThat(effects).hasValue(0);
        assertThat(locks.run("other", Duration.ZERO, this::effect)).isEqualTo(1);
        release.countDown();
        holder.join();
        assertThat(locks.run("account", Duration.ZERO, this::effect)).isEqualTo(2);
    }

    private Thread holder(CountDownLatch held, CountDownLatch release) {
        Thread holder = new Thread(() -> {
            try {
                locks.run("account", LONG, () -> {
                    held.countDown();
                    release.await();
                    return Ended.commit(true);
                });
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        holder.start();
        return holder;
    }

    private Ended<Integer> effect() {
        return Ended.commit(effects.incrementAndGet());
    }

    @Test
    @DisplayName("B-25 interrupted while waiting: the work is not run, the interrupt gets through")
    void interrupted() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread holder = holder(held, release);
        assertThat(held.await(1, TimeUnit.MINUTES)).isTrue();
        AtomicReference<Exception> ended = new AtomicReference<>();
        Thread waiter = new Thread(() -> {
            try {
                locks.run("account", LONG, this::effect);
            } catch (Exception e) {
                ended.set(e);
            }
        });
        waiter.start();
        await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
        waiter.interrupt();
        waiter.join();
        release.countDown();
        holder.join();
        assertThat(ended.get()).isInstanceOf(InterruptedException.class);
        assertThat(effects).hasValue(0);
    }

    @Test
    @DisplayName("B-26 the same key again on the same thread: told at once, the outer one keeps its lock")
    void nested() throws Exception {
        LocalLocks outsideTransactions = new LocalLocks(new NoTransactions());
        assertThat(outsideTransactions.run("account", LONG, () -> {
                    assertThatThrownBy(() -> outsideTransactions.run("account", LONG, this::effect))
                            .isInstanceOf(MisuseException.class)
                            .hasMessageContaining("already");
                    assertThat(outsideTransactions.size()).isEqualTo(1);
                    return effect();
                }))
                .isEqualTo(1);
        assertThat(outsideTransactions.size()).isZero();
    }

    @Test
    @DisplayName("B-27 inside an open transaction it is refused: it would be released before the commit")
    void insideTransaction() {
        assertThatThrownBy(
                        () -> transactions.run(() -> Ended.commit(locks.run("account", Duration.ZERO, this::effect))))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("before that commits");
        assertThat(effects).hasValue(0);
    }

    @Test
    @DisplayName("B-25 the work's own exception comes out as it is, and the lock is free")
    void ownException() throws Exception {
        IllegalStateException own = new IllegalStateException("business");
        assertThatThrownBy(() -> locks.run("account", Duration.ZERO, () -> {
                    throw own;
                }))
                .isSameAs(own);
        assertThat(locks.run("account", Duration.ZERO, this::effect)).isEqualTo(1);
    }
}
