package io.onlyonce.redis;

import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.StepStore;
import io.onlyonce.testkit.contract.StepStoreContract;

/** The contract of {@link RedisStepStore} on some server. */
abstract class StepsSuite extends StepStoreContract {
    private final Records records;
    private final RedisRecordStore store;
    private final RedisStepStore steps;

    StepsSuite(Records records) {
        this.records = records;
        this.store = records.store();
        this.steps = records.steps();
    }

    @Override
    protected LeasedRecordStore store() {
        return store;
    }

    @Override
    protected StepStore steps() {
        return steps;
    }

    @Override
    protected RecordMaintenance maintenance() {
        return records.maintenance();
    }

    @Override
    protected void expireLease(RecordKey key) {
        records.expireLease(key);
    }

    @Override
    protected void expire(RecordKey key) {
        records.expire(key);
    }
}
