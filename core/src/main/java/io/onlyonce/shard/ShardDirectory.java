package io.onlyonce.shard;

/**
 * Keeps for each route key which shard was decided for it, in one fixed database. Implementations are thread-safe and commit by themselves.
 */
public interface ShardDirectory {
    /**
     * Decides, once and for all, where the rows of a route key lie.
     *
     * @param routeKey 1 to {@link Sharding#MAX_ROUTE_KEY_BYTES} bytes of UTF-8; two of them are the same if their bytes are
     * @param proposed where they would go if nothing was decided before
     * @return what was decided first, by whomever
     * @throws io.onlyonce.error.StoreUnavailableException if the directory cannot be reached; then nothing may be done for this key
     */
    String decide(String routeKey, String proposed);
}
