package io.onlyonce.lock;

import io.onlyonce.error.LockLostException;
import io.onlyonce.record.Fence;
import java.time.Duration;

/**
 * A lock in the hands of its holder. Thread-safe.
 *
 * <p>That it is held is a guess that gets old: a process may be stopped between asking and writing. What keeps a late write out is the fence in the write
 * itself: {@code UPDATE … SET fence = ? WHERE id = ? AND fence <= ?}.
 */
public final class HeldLock {
    private final Grant grant;
    private final long leaseNanos;
    private volatile long confirmedAt;
    private volatile boolean over;

    HeldLock(Grant grant, Duration lease, long confirmedAt) {
        this.grant = grant;
        this.leaseNanos = lease.toNanos();
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

    Grant grant() {
        return grant;
    }

    void confirmed(long askedAt) {
        confirmedAt = askedAt;
    }

    void lost() {
        over = true;
    }
}
