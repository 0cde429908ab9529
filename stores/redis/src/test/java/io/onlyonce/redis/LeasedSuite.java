package io.onlyonce.redis;

import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.contract.LeasedRecordStoreContract;
import org.junit.jupiter.api.BeforeEach;

/** The contract of {@link RedisRecordStore} on some server. */
abstract class LeasedSuite extends LeasedRecordStoreContract {
    private final Records records;
    private final RedisRecordStore store;

    LeasedSuite(Records records) {
        this.records = records;
        this.store = records.store();
    }

    @BeforeEach
    void clear() {
        records.clear();
    }

    @Override
    protected LeasedRecordStore store() {
        return store;
    }

    @Override
    protected void expire(RecordKey key) {
        records.expire(key);
    }

    @Override
    protected void expireLease(RecordKey key) {
        records.expireLease(key);
    }

    @Override
    protected void purgeExpired() {
        // Redis does so by itself
    }

    @Override
    protected long countRecords() {
        return records.count();
    }
}
