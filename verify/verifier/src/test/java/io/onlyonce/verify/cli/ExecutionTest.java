package io.onlyonce.verify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ExecutionTest {
    @Test
    @DisplayName(
            "whoever ends the process waits for what is written, and not for a thread that can't end before the process does")
    void interruption() throws InterruptedException {
        CountDownLatch written = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        AtomicBoolean released = new AtomicBoolean();
        Thread running = new Thread(() -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
            written.countDown();
            while (!released.get()) { // as System.exit does while the hooks are at work
                LockSupport.parkNanos(1_000_000);
            }
        });
        running.start();
        Thread hook = new Thread(Execution.interruption(running, written));
        hook.start();
        hook.join(Duration.ofSeconds(10).toMillis());
        assertThat(hook.isAlive()).isFalse();
        assertThat(interrupted).isTrue();
        assertThat(running.isAlive()).isTrue();
        released.set(true);
        running.join();
    }
}
