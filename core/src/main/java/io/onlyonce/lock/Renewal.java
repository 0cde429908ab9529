package io.onlyonce.lock;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews a lock three times within each lease while the work runs, and tells the holder when it is lost. A provider that does not answer is asked again. */
final class Renewal {
    private static final Logger log = LoggerFactory.getLogger(Renewal.class);
    private static final ScheduledExecutorService TIMER = Executors.newScheduledThreadPool(2, task -> {
        Thread thread = new Thread(task, "onlyonce-lock-renewal");
        thread.setDaemon(true);
        return thread;
    });

    private final LockProvider provider;
    private final HeldLock lock;
    private final Duration lease;
    private final ScheduledFuture<?> beat;
    private boolean stopped;

    private Renewal(LockProvider provider, HeldLock lock, Duration lease) {
        this.provider = provider;
        this.lock = lock;
        this.lease = lease;
        long third = lease.toNanos() / 3;
        this.beat = TIMER.scheduleWithFixedDelay(this::renew, third, third, TimeUnit.NANOSECONDS);
    }

    static Renewal start(LockProvider provider, HeldLock lock, Duration lease) {
        return new Renewal(provider, lock, lease);
    }

    private synchronized void renew() {
        if (stopped) {
            return;
        }
        long askedAt = System.nanoTime();
        try {
            if (provider.renew(lock.grant(), lease)) {
                lock.confirmed(askedAt);
            } else {
                lock.lost();
                stop();
            }
        } catch (RuntimeException e) {
            log.warn(
                    "The lock {} with fence {} could not be renewed; trying again.",
                    lock.name(),
                    lock.fence().number(),
                    e);
        }
    }

    /** Ends it; when this returns no renewal is under way. */
    synchronized void stop() {
        stopped = true;
        beat.cancel(false);
    }
}
