package io.onlyonce.shard;

import java.util.Optional;

/**
 * Says in which shard the rows of a route key lie: of a user, a tenant, an order.
 *
 * <p>What it says of a key must never change while there are rows or records of it: a retry that is sent to another shard finds no record there. A function of the key
 * and the number of shards does change when a shard is added; {@link DirectorySharding} makes one out of it that does not. Must be thread-safe.
 */
@FunctionalInterface
public interface Sharding {
    /** The greatest number of UTF-8 bytes in a route key, and of characters in a shard's name. */
    int MAX_ROUTE_KEY_BYTES = 512;

    /**
     * The name of the shard.
     *
     * @throws io.onlyonce.error.StoreUnavailableException if it has to be asked for and the one who knows cannot be reached
     */
    String shardOf(String routeKey);

    /** The same without asking anybody, for calls inside a transaction, which must not take a second connection; empty if it would have to ask. */
    default Optional<String> known(String routeKey) {
        return Optional.of(shardOf(routeKey));
    }
}
