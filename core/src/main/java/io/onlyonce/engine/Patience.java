package io.onlyonce.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How long a call still waits for another one: pauses that grow from 10 ms to 200 ms, until the time is over. Confined to one thread. */
final class Patience {
    private static final Duration COME_BACK = Duration.ofSeconds(1);

    private final long deadline;
    private long pause = TimeUnit.MILLISECONDS.toNanos(10);

    Patience(Duration patience) {
        this.deadline = System.nanoTime() + patience.toNanos();
    }

    /** Waits a little; false = the patience is over. */
    boolean pause() throws InterruptedException {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            return false;
        }
        TimeUnit.NANOSECONDS.sleep(Math.min(pause, left));
        pause = Math.min(pause * 2, TimeUnit.MILLISECONDS.toNanos(200));
        return true;
    }

    /** When to come back, where the store says how long the claim still lasts. */
    static Duration comeBack(Duration left) {
        return left.compareTo(COME_BACK) < 0 ? left : COME_BACK;
    }
}
