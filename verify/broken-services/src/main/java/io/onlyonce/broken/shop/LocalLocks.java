package io.onlyonce.broken.shop;

/** Locks of this process, one for many keys; two keys seldom share one. */
public final class LocalLocks {
    private static final int LOCKS = 1024;

    private final Object[] locks = new Object[LOCKS];

    public LocalLocks() {
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new Object();
        }
    }

    public Object of(Call call) {
        return locks[Math.floorMod((call.scope() + ' ' + call.key()).hashCode(), LOCKS)];
    }
}
