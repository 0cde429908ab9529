package io.onlyonce.transaction;

import org.jspecify.annotations.Nullable;

/**
 * Runs a unit of work in a transaction.
 *
 * <p>Where the calling thread has no transaction, the unit is one: begun before it, committed or rolled back after it. Where the thread has one, the unit
 * is a savepoint in it, and the caller's commit decides. Never a second connection inside the first. Thread-safe.
 */
public interface TransactionRunner {
    /** Whether a unit that starts now on this thread would be part of the caller's transaction. */
    boolean joins();

    /**
     * Runs the unit. It is rolled back if the unit throws or ends with {@link Ended#rollBack}, else committed (joined: kept).
     *
     * @return what the unit ended with, after the commit or rollback
     * @throws Exception what the unit threw, or that the commit failed; then nothing was kept, unless
     *     {@link io.onlyonce.error.CommitUnknownException} says that nobody knows
     * @throws io.onlyonce.error.StoreUnavailableException if no transaction could be begun
     */
    <R extends @Nullable Object> R run(Unit<R> unit) throws Exception;

    /** Whether the failure means that the database rolled the whole transaction back and may let it through when it is run again. */
    boolean retryable(Throwable failure);

    /** What runs in a transaction. */
    @FunctionalInterface
    interface Unit<R extends @Nullable Object> {
        Ended<R> run() throws Exception;
    }

    /**
     * How a unit ended.
     *
     * @param result handed to the caller
     * @param kept whether its writes stay
     */
    record Ended<R extends @Nullable Object>(R result, boolean kept) {
        /** Its writes stay. */
        public static <R extends @Nullable Object> Ended<R> commit(R result) {
            return new Ended<>(result, true);
        }

        /** Its writes are undone. */
        public static <R extends @Nullable Object> Ended<R> rollBack(R result) {
            return new Ended<>(result, false);
        }
    }
}
