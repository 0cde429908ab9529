package io.onlyonce.record;

import io.onlyonce.Fingerprint;
import java.time.Duration;

/** How a store answered a claim. */
public sealed interface Claim {
    /**
     * The caller owns the record now and must complete, release or abandon it.
     *
     * @param fence to be named in every later write
     * @param attempt 1, or more after a take-over
     */
    record Claimed(Fence fence, int attempt) implements Claim {}

    /** Done before; the record holds the answer. */
    record Completed(IdempotencyRecord record) implements Claim {}

    /**
     * Another caller is at work, and the wait for it is over. A transactional store may have lost the transaction to this answer: nothing but a
     * rollback may follow.
     *
     * @param retryAfter when asking again makes sense
     */
    record InProgress(Duration retryAfter) implements Claim {}

    /**
     * A leased claim ran out without an end: its outcome is unknown.
     *
     * @param fence of the lost claim; a take-over names it
     * @param attempt of the lost claim
     * @param fingerprint what that call asked for
     */
    record Abandoned(Fence fence, int attempt, Fingerprint fingerprint) implements Claim {}
}
