package io.onlyonce.record;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the work ended, as its record keeps it. The array is not copied; nobody may change it.
 *
 * @param state {@link RecordState#COMPLETED} or {@link RecordState#REFUSED}
 * @param refusalCode the code of the declared exception that refused, or null where the answer itself is kept
 * @param answer the encoded answer, or the refusal's message; null = the answer was not kept
 * @param retention how long the record is kept from now
 */
@SuppressWarnings("ArrayRecordComponent") // bytes between a codec and a store; never compared
public record Completion(
        RecordState state, @Nullable String refusalCode, byte @Nullable [] answer, Duration retention) {
    public Completion {
        if (state == RecordState.CLAIMED) {
            throw new IllegalArgumentException("A completion is COMPLETED or REFUSED, not CLAIMED.");
        }
    }
}
