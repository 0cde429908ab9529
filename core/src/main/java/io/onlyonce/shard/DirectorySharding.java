package io.onlyonce.shard;

import io.onlyonce.error.ErrorTexts;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Sharding by a directory: where a new key goes is proposed by a function that may change whenever shards are added, and what was decided for a key stays.
 *
 * <p>Two nodes that propose different shards for the same new key, one of them with last week's configuration, get the same answer. What has been decided is remembered
 * here as well, for as many keys as are said; it can not become wrong. Thread-safe.
 */
public final class DirectorySharding implements Sharding {
    private static final int MANY = 100_000;
    private static final float LOAD = 0.75f;

    private final ShardDirectory directory;
    private final Sharding placement;
    private final Map<String, String> decided;

    /**
     * Remembers a hundred thousand keys.
     *
     * @param placement where a new key is to go
     */
    public DirectorySharding(ShardDirectory directory, Sharding placement) {
        this(directory, placement, MANY);
    }

    /**
     * @param placement where a new key is to go
     * @param most of how many keys it remembers where they lie; the one that was not asked for longest is forgotten first
     */
    public DirectorySharding(ShardDirectory directory, Sharding placement, int most) {
        this.directory = directory;
        this.placement = placement;
        this.decided = new LinkedHashMap<>(16, LOAD, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
                return size() > most;
            }
        };
    }

    /**
     * @throws IllegalArgumentException if the key is empty or too long
     */
    @Override
    public String shardOf(String routeKey) {
        Optional<String> before = known(routeKey);
        if (before.isPresent()) {
            return before.get();
        }
        if (routeKey.isEmpty() || routeKey.getBytes(StandardCharsets.UTF_8).length > MAX_ROUTE_KEY_BYTES) {
            throw new IllegalArgumentException(ErrorTexts.routeKey(routeKey, MAX_ROUTE_KEY_BYTES));
        }
        String shard = directory.decide(routeKey, placement.shardOf(routeKey));
        synchronized (decided) {
            decided.put(routeKey, shard);
        }
        return shard;
    }

    @Override
    public Optional<String> known(String routeKey) {
        synchronized (decided) {
            return Optional.ofNullable(decided.get(routeKey));
        }
    }
}
