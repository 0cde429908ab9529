package io.onlyonce.jdbc.guard;

import io.onlyonce.error.MisuseException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How long to wait for each row that somebody else has locked. Immutable. */
public final class LockWait {
    private static final LockWait NONE = new LockWait(Duration.ZERO);
    private static final Duration LONGEST = Duration.ofDays(1);

    private final Duration most;

    private LockWait(Duration most) {
        this.most = most;
    }

    /** Not at all. */
    public static LockWait none() {
        return NONE;
    }

    /**
     * So long at most. PostgreSQL and H2 keep to it by the millisecond, MariaDB and MySQL by the second, rounded up.
     *
     * @throws MisuseException unless it is between a millisecond and a day
     */
    public static LockWait atMost(Duration wait) {
        if (wait.toMillis() < 1 || wait.compareTo(LONGEST) > 0) {
            throw new MisuseException(GuardTexts.lockWait(wait));
        }
        return new LockWait(wait);
    }

    boolean isNone() {
        return most.isZero();
    }

    long millis() {
        return most.toMillis();
    }

    /** In whole seconds, rounded up, as MariaDB, MySQL and H2 take it. */
    int seconds() {
        return Math.toIntExact(TimeUnit.MILLISECONDS.toSeconds(most.toMillis() + 999));
    }

    @Override
    public String toString() {
        return isNone() ? "no wait" : "at most " + most;
    }
}
