package io.onlyonce.engine;

import io.onlyonce.Outcome;
import io.onlyonce.record.Answered;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended, for its own caller and for the copies beside it.
 *
 * @param outcome for its own caller
 * @param answered for the copies that wait beside it; null where they must find out for themselves
 */
record Landing<T extends @Nullable Object>(
        Outcome<T> outcome, @Nullable Answered answered) {
    static <T extends @Nullable Object> Landing<T> alone(Outcome<T> outcome) {
        return new Landing<>(outcome, null);
    }
}
