package io.onlyonce.redis;

import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.StepStore;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the results of steps in the hashes of {@link RedisRecordStore}'s records: they are read and guarded with the record, and expire with it. A full Redis
 * refuses to keep one. Thread-safe.
 */
public final class RedisStepStore implements StepStore {
    private final RedisAccess redis;
    private final Keys keys;

    /**
     * @param prefix that of the store
     */
    public RedisStepStore(RedisAccess redis, String prefix) {
        this.redis = redis;
        this.keys = new Keys(prefix);
    }

    @Override
    public Optional<byte[]> find(RecordKey key, String step) {
        List<?> reply = redis.list(Script.STEP, keys.of(key), Bytes.of(step));
        return reply.size() == 2 ? Optional.of((byte[]) reply.get(1)) : Optional.empty();
    }

    @Override
    public boolean keep(RecordKey key, Fence fence, String step, byte[] result) {
        return redis.count(Script.KEEP, keys.of(key), Bytes.of(fence.number()), Bytes.of(step), result) == 1;
    }
}
