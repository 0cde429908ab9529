package io.onlyonce.testkit.contract;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Lets other threads run: it widens the window between a read and a write, and keeps whoever asks again from asking all the time. */
final class Pause {
    private static final long NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private Pause() {}

    static void aMoment() {
        LockSupport.parkNanos(NANOS);
    }
}
