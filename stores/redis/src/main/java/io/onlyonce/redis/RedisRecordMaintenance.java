package io.onlyonce.redis;

import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import java.util.List;
import java.util.Optional;

/** Looks at the records of {@link RedisRecordStore}. There is nothing to purge: Redis removes each record by itself as soon as it has expired. Thread-safe. */
public final class RedisRecordMaintenance implements RecordMaintenance {
    private final RedisAccess redis;
    private final Keys keys;

    /**
     * @param prefix that of the store
     */
    public RedisRecordMaintenance(RedisAccess redis, String prefix) {
        this.redis = redis;
        this.keys = new Keys(prefix);
    }

    @Override
    public Optional<IdempotencyRecord> find(RecordKey key) {
        List<?> reply = redis.list(Script.FIND, keys.of(key));
        StoredHash hash = StoredHash.of(reply.get(0), reply.get(1));
        return hash.isRecord() ? Optional.of(hash.record(key)) : Optional.empty();
    }

    /** Always 0: no client of Redis ever sees an expired record, so none is left. */
    @Override
    public int purgeExpired(int limit) {
        return 0;
    }
}
