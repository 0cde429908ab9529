package io.onlyonce.record;

import java.time.Duration;

/**
 * Keeps records for work that is not one transaction. Each verb is one atomic step that is durable when it returns; each write after the claim names the
 * claim's fence and does nothing if another claimant has overtaken it.
 *
 * <p>Life of a record: {@link #claim} → {@link #renew} … → {@link #complete}, or {@link #release} when the work certainly had no effect, or
 * {@link #abandon} when its outcome is unknown; an abandoned record, or one whose lease ran out, is {@linkplain #takeOver taken over} by exactly one
 * claimant.
 *
 * <p>Implementations are thread-safe, measure leases by the store's clock to the millisecond, treat an expired answer as absent, and issue fences that
 * rise per key, also after a record was purged. All throw {@link io.onlyonce.error.StoreUnavailableException} if the store cannot be reached.
 */
public interface LeasedRecordStore {
    /** Claims the key for {@link ClaimRequest#time()}, or tells how it stands; never waits. */
    Claim claim(ClaimRequest request);

    /**
     * Takes a lost claim over.
     *
     * @param request as for {@link #claim}
     * @param lost the fence that {@link Claim.Abandoned} told
     * @return {@link Claim.Claimed} for exactly one of all who try, how it stands now for the others
     */
    Claim takeOver(ClaimRequest request, Fence lost);

    /** Makes the claim last for the time from now; false = the fence is lost, stop. */
    boolean renew(RecordKey key, Fence fence, Duration lease);

    /** Writes the answer; false = the fence is lost, nothing was written. Also true while the lease has run out but nobody took over. */
    boolean complete(RecordKey key, Fence fence, Completion completion);

    /** Removes the claim, as if it had never been; false = the fence is lost. */
    boolean release(RecordKey key, Fence fence);

    /** Ends the lease at once and leaves the outcome unknown; false = the fence is lost. */
    boolean abandon(RecordKey key, Fence fence);
}
