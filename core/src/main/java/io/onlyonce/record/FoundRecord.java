package io.onlyonce.record;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A record as people look at it.
 *
 * @param record what is stored
 * @param fence of its last claim; whoever settles a lost claim names it
 * @param attempt how many attempts there were
 * @param standing how it stands, by the store's clock
 * @param leaseLeft of a claim at work: how long its lease lasts from now
 */
public record FoundRecord(
        IdempotencyRecord record,
        Fence fence,
        int attempt,
        Standing standing,
        @Nullable Duration leaseLeft) {
    /** How a record stands. */
    public enum Standing {
        /** Its claim's lease lasts. */
        WORKING,
        /** Its claim's lease is over, and nobody has told the outcome. */
        ABANDONED,
        /** It holds an answer. */
        COMPLETED,
        /** It holds a refusal. */
        REFUSED,
        /** Its retention is over; to a request it is not there. */
        EXPIRED
    }
}
