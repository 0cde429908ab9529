package io.onlyonce.shop.shard;

import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The databases of the profile {@code sharded}.
 *
 * @param shards by their names; the first in the order of names is the home
 */
@ConfigurationProperties("shop")
record ShardSettings(Map<String, Address> shards) {
    ShardSettings {
        shards = shards == null ? Map.of() : new TreeMap<>(shards);
    }

    /** Where a database is, and who may use it. */
    record Address(String url, String username, String password) {}
}
