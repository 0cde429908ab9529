package io.onlyonce.memory;

import io.onlyonce.lock.Grant;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.record.Fence;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Grants locks inside this JVM: for tests, and for a program that is and stays a single process. It knows nothing of another instance. Each name that was ever
 * locked stays in memory, because its fence must not begin anew. Thread-safe.
 */
public final class MemoryLockProvider implements LockProvider {
    private final Map<LockName, Entry> entries = new HashMap<>();

    private record Entry(String owner, long fence, long endsAt) {
        boolean isOver() {
            return System.nanoTime() - endsAt >= 0;
        }

        boolean isOf(Grant grant) {
            return !isOver()
                    && owner.equals(grant.owner())
                    && fence == grant.fence().number();
        }

        Entry until(long end) {
            return new Entry(owner, fence, end);
        }
    }

    @Override
    public synchronized Optional<Grant> tryAcquire(LockName name, String owner, Duration lease) {
        Entry entry = entries.get(name);
        if (entry != null && !entry.isOver() && !entry.owner().equals(owner)) {
            return Optional.empty();
        }
        boolean again = entry != null && !entry.isOver();
        long fence = entry == null ? 1 : again ? entry.fence() : entry.fence() + 1;
        entries.put(name, new Entry(owner, fence, end(lease)));
        return Optional.of(new Grant(name, owner, new Fence(fence)));
    }

    @Override
    public synchronized boolean renew(Grant grant, Duration lease) {
        return replace(grant, end(lease));
    }

    @Override
    public synchronized boolean release(Grant grant) {
        return replace(grant, System.nanoTime());
    }

    private boolean replace(Grant grant, long end) {
        Entry entry = entries.get(grant.name());
        if (entry == null || !entry.isOf(grant)) {
            return false;
        }
        entries.put(grant.name(), entry.until(end));
        return true;
    }

    /** Ends the lease of whoever holds the lock: for tests. */
    public synchronized void expire(LockName name) {
        entries.computeIfPresent(name, (key, entry) -> entry.until(System.nanoTime()));
    }

    private static long end(Duration lease) {
        return System.nanoTime() + lease.toNanos();
    }
}
