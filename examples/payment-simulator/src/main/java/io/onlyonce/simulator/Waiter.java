package io.onlyonce.simulator;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Lets time pass between two attempts. Must be thread-safe. */
@FunctionalInterface
public interface Waiter {
    void await(Duration delay) throws InterruptedException;

    /** One that sleeps. */
    static Waiter sleeping() {
        return delay -> TimeUnit.NANOSECONDS.sleep(delay.toNanos());
    }
}
