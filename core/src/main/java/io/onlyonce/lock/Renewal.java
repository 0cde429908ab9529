package io.onlyonce.lock;

import io.onlyonce.lease.Beat;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews a lock three times within each lease while the work runs, and tells the holder when it is lost. A provider that does not answer is asked again. */
final class Renewal {
    private static final Logger log = LoggerFactory.getLogger(Renewal.class);

    private final LockProvider provider;
    private final HeldLock lock;
    private final Duration lease;
    private final Beat beat;

    private Renewal(LockProvider provider, HeldLock lock, Duration lease) {
        this.provider = provider;
        this.lock = lock;
        this.lease = lease;
        this.beat = Beat.start(lease.dividedBy(3), this::renew);
    }

    static Renewal start(LockProvider provider, HeldLock lock, Duration lease) {
        return new Renewal(provider, lock, lease);
    }

    private void renew() {
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
    void stop() {
        beat.stop();
    }
}
