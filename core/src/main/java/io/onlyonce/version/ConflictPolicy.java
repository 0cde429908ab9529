package io.onlyonce.version;

import io.onlyonce.error.ErrorTexts;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What to do when a version is out of date. There is no default that tries again: whether a change still makes sense on other data is the caller's to say. */
public sealed interface ConflictPolicy<T extends @Nullable Object> {

    /** Tell the caller: the {@link io.onlyonce.error.VersionConflictException} goes out. Right for money, and for what a person has typed. */
    record Report<T extends @Nullable Object>() implements ConflictPolicy<T> {}

    /**
     * Run the whole unit again, reading anew. Only for changes that are computed from what is read (add a tag, count up) and that make sense on whatever they
     * find; never for a price, a balance or a decision.
     *
     * @param attempts how often the unit is run at most, 2 or 3: where that is not enough, rows are fought over, and a row lock or a relative update
     *     is the better guard
     */
    record Retry<T extends @Nullable Object>(int attempts) implements ConflictPolicy<T> {
        public Retry {
            if (attempts < 2 || attempts > 3) {
                throw new IllegalArgumentException(ErrorTexts.conflictAttempts(attempts));
            }
        }
    }

    /**
     * Give up the change and answer with what is there now, read in a transaction of its own after the unit was rolled back.
     *
     * @param current reads it
     */
    record ReturnCurrent<T extends @Nullable Object>(Callable<T> current) implements ConflictPolicy<T> {}
}
