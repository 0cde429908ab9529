package io.onlyonce.probe;

import io.onlyonce.record.RecordKey;
import java.time.Duration;

/**
 * What became of one call.
 *
 * @param kind the decision
 * @param key scope, operation and key
 * @param took from the call's start to its end
 */
public record Decision(Kind kind, RecordKey key, Duration took) {
    /** The decisions that exist; each is one word in logs and metrics. */
    public enum Kind {
        FIRST,
        /** The work ran while the store was down, with only its backstop behind it. */
        WITHOUT_RECORD,
        /** The backstop refused a second effect that the store did not know of. */
        CAUGHT,
        REPLAYED,
        REFUSED,
        ROLLED_BACK,
        IN_PROGRESS,
        KEY_REUSED,
        RESULT_UNAVAILABLE,
        OUTCOME_UNKNOWN,
        FENCE_LOST,
        STORE_DOWN,
        FAILED
    }
}
