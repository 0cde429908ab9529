package io.onlyonce.token;

/** Clears tokens away that are over, outside any request. Thread-safe; each call is its own short transaction. */
public interface TokenMaintenance {
    /**
     * Deletes what has expired: tokens, used or not, and marks of used ones. Several nodes may purge at once.
     *
     * @param limit how many at most; a few hundred keep the transaction short
     * @return how many were deleted; fewer than the limit = none that has expired is left but what others hold at this moment, which the next call finds
     */
    int purgeExpired(int limit);
}
