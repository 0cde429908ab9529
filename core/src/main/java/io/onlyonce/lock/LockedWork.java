package io.onlyonce.lock;

import org.jspecify.annotations.Nullable;

/** What is done while a lock is held. */
@FunctionalInterface
public interface LockedWork<R extends @Nullable Object> {
    /**
     * Looks again first: whoever had the lock before may have done it already. Writes to what the lock protects name {@link HeldLock#fence()}.
     *
     * @throws Exception whatever went wrong; the lock is released
     */
    R run(HeldLock lock) throws Exception;
}
