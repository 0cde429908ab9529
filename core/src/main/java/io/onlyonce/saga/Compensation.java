package io.onlyonce.saga;

import io.onlyonce.Attempt;
import org.jspecify.annotations.Nullable;

/** Undoes a step, in a transaction of the step's participant. Takes effect once, and only where the step has. */
@FunctionalInterface
public interface Compensation<R extends @Nullable Object> {
    /**
     * @param done the step's answer
     * @param attempt of the undoing
     * @throws Exception if it cannot be undone now; that refuses nothing: it is tried again until it succeeds, or people are asked
     */
    void undo(R done, Attempt attempt) throws Exception;
}
