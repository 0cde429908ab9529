package io.onlyonce.error;

import io.onlyonce.record.Fence;

/** The lock's lease ran out while its holder was at work; somebody else may have it. Roll back, and begin again with a new lock. */
public final class LockLostException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    /**
     * @param name what was locked
     * @param fence the holder's
     */
    public LockLostException(Object name, Fence fence) {
        super("lock-lost", ErrorTexts.lockLost(name, fence));
    }
}
