package io.onlyonce.record;

/**
 * Keeps records inside the transaction of the business writes.
 *
 * <p>Both verbs run in the transaction that is open on the calling thread and never commit it. Life of a record: {@link #claim} inserts it and thereby
 * locks its key; {@link #complete} writes the answer; the transaction's commit makes both visible together with the business writes, and its rollback
 * leaves nothing. A claimed record is never visible to another transaction.
 *
 * <p>Implementations are thread-safe, use the store's clock, treat an expired record as absent, and pass through what the database says of deadlocks
 * and failed serialisation, so that the whole transaction can be run again.
 */
public interface TransactionalRecordStore {
    /**
     * Claims the key, or tells who has it. One guarded statement decides; while another transaction holds the key this call waits, bounded by
     * {@link ClaimRequest#time()}.
     *
     * @return {@link Claim.Claimed}, {@link Claim.Completed} or {@link Claim.InProgress}; {@link Claim.Abandoned} where a leased claim of this key
     *     was lost
     * @throws io.onlyonce.error.StoreUnavailableException if the store cannot be reached
     * @throws IllegalStateException if no transaction is open
     */
    Claim claim(ClaimRequest request);

    /**
     * Writes the answer into the record that this transaction claimed.
     *
     * @throws io.onlyonce.error.FenceLostException if the record does not carry this fence any more; the transaction must roll back
     * @throws IllegalStateException if no transaction is open
     */
    void complete(RecordKey key, Fence fence, Completion completion);

    /**
     * The same as the last statement of a transaction that the library has begun and ends itself: a store may keep it back and send it together with the commit.
     * Then the commit throws what this would have thrown.
     */
    default void completeLast(RecordKey key, Fence fence, Completion completion) {
        complete(key, fence, completion);
    }

    /**
     * Writes a whole record that nobody has claimed, behind the work that it is of. While another transaction holds the key this call waits, bounded by {@link
     * ClaimRequest#time()}.
     *
     * @throws RecordExistsException if the key has a record, which may have expired, or is held beyond the patience; the transaction must roll back
     * @throws io.onlyonce.error.StoreUnavailableException if the store cannot be reached
     * @throws IllegalStateException if no transaction is open
     */
    default void record(ClaimRequest request, Completion completion) {
        if (!(claim(request) instanceof Claim.Claimed claimed)) {
            throw new RecordExistsException(request.key());
        }
        complete(request.key(), claimed.fence(), completion);
    }

    /** The same as the last statement of a transaction that the library has begun and ends itself, as {@link #completeLast} is. */
    default void recordLast(ClaimRequest request, Completion completion) {
        record(request, completion);
    }
}
