package io.onlyonce.record;

import java.util.Optional;

/** Looking at records and clearing them away, outside any request. Thread-safe; each call is its own short transaction. */
public interface RecordMaintenance {
    /** The record as it is committed, if there is one that has not expired. */
    Optional<IdempotencyRecord> find(RecordKey key);

    /**
     * Deletes expired records, never a claim. Several nodes may purge at once.
     *
     * @param limit how many at most; a few hundred keep the transaction short
     * @return how many were deleted; fewer than the limit = none that has expired is left but what others hold at this moment, which the next call finds
     */
    int purgeExpired(int limit);
}
