package io.onlyonce.shop.shard;

import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.shop.database.ConnectionSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A pool for each shard. */
final class ShardPools implements AutoCloseable {
    /** Of each: a shop that waits longer for a shard that is away keeps its clients waiting, who would rather ask again. */
    private static final long PATIENCE_MILLIS = 5000;

    private final Map<String, HikariDataSource> pools = new LinkedHashMap<>();

    ShardPools(ShardSettings settings) {
        if (settings.shards().isEmpty()) {
            throw new IllegalArgumentException(
                    "The profile sharded knows no shard; name them by shop.shards.<name>.url, username and password.");
        }
        settings.shards().forEach((name, address) -> {
            HikariDataSource pool = new HikariDataSource();
            pool.setPoolName(name);
            pool.setJdbcUrl(address.url());
            pool.setUsername(address.username());
            pool.setPassword(address.password());
            pool.setConnectionTimeout(PATIENCE_MILLIS);
            ConnectionSettings.settle(pool);
            pools.put(name, pool);
        });
    }

    Map<String, HikariDataSource> all() {
        return pools;
    }

    List<String> names() {
        return List.copyOf(pools.keySet());
    }

    HikariDataSource home() {
        return Objects.requireNonNull(pools.get(names().get(0)));
    }

    /** All but the home, for what the starter does there alone. */
    List<HikariDataSource> others() {
        return pools.values().stream().skip(1).toList();
    }

    @Override
    public void close() {
        pools.values().forEach(HikariDataSource::close);
    }
}
