package io.onlyonce.saga;

import org.jspecify.annotations.Nullable;

/**
 * The business part of a saga, in plain Java: steps in their order, and what is done with their results.
 *
 * <p>It is run again, from its beginning, after each failure and by whoever takes over; a step that has an answer gives that and does nothing. So apart from its
 * steps it must depend on nothing but its input and their answers, and change nothing. Must be thread-safe.
 */
@FunctionalInterface
public interface SagaWork<I extends @Nullable Object, T extends @Nullable Object> {
    /**
     * @param input what was asked for
     * @param run takes the steps
     * @return the answer
     * @throws Exception a declared refusal undoes the steps, the last one first, and is remembered; after anything else the saga is unfinished and goes on later
     */
    T run(I input, SagaRun run) throws Exception;
}
