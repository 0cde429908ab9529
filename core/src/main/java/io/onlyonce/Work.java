package io.onlyonce;

import org.jspecify.annotations.Nullable;

/**
 * The business part of an operation.
 *
 * <p>Under a {@link Guarantee.Transactional} guarantee it runs inside the transaction that also holds the record, on the calling thread, and may
 * run again after a deadlock rolled everything back. It must not commit, roll back or open a second connection.
 */
@FunctionalInterface
public interface Work<T extends @Nullable Object> {
    /**
     * @param attempt what the engine knows of this run
     * @return the answer
     * @throws Exception a declared {@link Refusal} is remembered; anything else rolls everything back and leaves no record
     */
    T run(Attempt attempt) throws Exception;
}
