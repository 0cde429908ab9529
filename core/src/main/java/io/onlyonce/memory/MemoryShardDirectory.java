package io.onlyonce.memory;

import io.onlyonce.shard.ShardDirectory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A directory of shards in memory. Forgets everything with its process: for tests and examples, never for production. Thread-safe. */
public final class MemoryShardDirectory implements ShardDirectory {
    private final Map<String, String> decided = new ConcurrentHashMap<>();

    @Override
    public String decide(String routeKey, String proposed) {
        return decided.computeIfAbsent(routeKey, key -> proposed);
    }
}
