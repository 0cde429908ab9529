package io.onlyonce.lock;

import io.onlyonce.error.LockLostException;
import io.onlyonce.record.Fence;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock in the hands of its holder. Thread-safe.
 *
 * <p>That it is held is a guess that gets old: a process may be stopped between asking and writing. What keeps a late write out is the fence in the write
 * itself: {@code UPDATE … SET fence = ? WHERE id = ? AND fence <= ?}.
 */
public final class HeldLock {
    private static final Logger log = LoggerFactory.getLogger(HeldLock.class);

    private final Grant grant;
    private final long leaseNanos;
    private final LockEvents events;
    private volatile long confirmedAt;
    private volatile boolean over;

    HeldLock(Grant grant, Duration lease, long confirmedAt, LockEvents events) {
        this.grant = grant;
        this.leaseNanos = lease.toNanos();
        this.events = events;
        this.confirmedAt = confirmedAt;
    }

    /** What is locked. */
    public LockName name() {
        return grant.name();
    }

    /** The number to be named in each write to what the lock protects. */
    public Fence fence() {
        return grant.fence();
    }

    /**
     * Whether the lock is known to be lost, or its lease has run out since the store last confirmed it. By this JVM's monotonic clock, counted from before the
     * question was sent, so it errs towards "lost".
     */
    public boolean isLost() {
        return over || System.nanoTime() - confirmedAt >= leaseNanos;
    }

    /**
     * Stops work that has no right to go on.
     *
     * @throws LockLostException if the lock {@link #isLost()}
     */
    public void mustBeHeld() {
        if (isLost()) {
            throw new LockLostException(name(), fence());
        }
    }

    /**
     * Takes the row count of a guarded write, and stops a holder whose fence was overtaken: it is logged and counted, and the transaction must roll back.
     *
     * @param rows how many rows the write changed, of which the fence was the only condition that may have failed
     * @throws LockLostException if none
     */
    public void mustHaveChanged(int rows) {
        if (rows == 0) {
            over = true;
            log.warn(
                    "The lock {} was taken over: a guarded write with fence {} changed nothing.",
                    name(),
                    fence().number());
            events.happened(LockEvents.Event.LATE_WRITE, name());
            throw new LockLostException(name(), fence());
        }
    }

    Grant grant() {
        return grant;
    }

    void confirmed(long askedAt) {
        confirmedAt = askedAt;
    }

    void lost() {
        over = true;
        log.warn("The lock {} with fence {} is lost while its work still runs.", name(), fence().number());
        events.happened(LockEvents.Event.LOST, name());
    }
}
