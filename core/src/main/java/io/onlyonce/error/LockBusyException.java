package io.onlyonce.error;

import java.time.Duration;

/** The lock was held by somebody else for as long as it could be waited for. The work was not run; try again later. */
public final class LockBusyException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    public LockBusyException(Object key, Duration waited) {
        super("lock-busy", ErrorTexts.lockBusy(key, waited));
    }
}
