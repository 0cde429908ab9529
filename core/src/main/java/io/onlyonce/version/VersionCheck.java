package io.onlyonce.version;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.VersionConflictException;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import io.onlyonce.transaction.TransactionRunner.Unit;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs a unit that reads, decides and updates by version, and applies a policy when the version was out of date.
 *
 * <p>The unit says so by a {@link VersionConflictException}, for example from {@link VersionedUpdate#orElseThrow}; by then nothing of it was kept. A retry runs
 * the whole unit in a new transaction: a second update with the old numbers would be no check at all, and a second read in the same transaction may show
 * the old row again. Thread-safe.
 */
public final class VersionCheck {
    private static final int PAUSE_MILLIS = 10;

    private final TransactionRunner transactions;

    public VersionCheck(TransactionRunner transactions) {
        this.transactions = transactions;
    }

    /**
     * Runs the unit under the policy.
     *
     * @throws VersionConflictException if the policy reports conflicts, or the retries are used up
     * @throws MisuseException if a retry or a fresh read is wanted inside a transaction of the caller's, where neither is possible; nothing was run
     * @throws Exception what the unit threw
     */
    public <T extends @Nullable Object> T run(ConflictPolicy<T> policy, Unit<T> unit) throws Exception {
        if (!(policy instanceof ConflictPolicy.Report<T>) && transactions.joins()) {
            throw new MisuseException(
                    ErrorTexts.conflictPolicyInside(policy.getClass().getSimpleName()));
        }
        int attempts = policy instanceof ConflictPolicy.Retry<T> retry ? retry.attempts() : 1;
        for (int attempt = 1; ; attempt++) {
            try {
                return transactions.run(unit);
            } catch (VersionConflictException conflict) {
                if (policy instanceof ConflictPolicy.ReturnCurrent<T> current) {
                    return read(current.current());
                }
                if (attempt == attempts) {
                    throw conflict;
                }
                pause();
            }
        }
    }

    private <T extends @Nullable Object> T read(Callable<T> current) throws Exception {
        return transactions.run(() -> Ended.commit(current.call()));
    }

    /** A short pause of random length, so that two who met do not meet again. */
    private static void pause() {
        LockSupport.parkNanos(
                TimeUnit.MILLISECONDS.toNanos(1 + ThreadLocalRandom.current().nextInt(PAUSE_MILLIS)));
    }
}
