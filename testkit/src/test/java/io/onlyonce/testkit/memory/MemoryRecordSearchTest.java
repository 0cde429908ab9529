package io.onlyonce.testkit.memory;

import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordSearch;
import io.onlyonce.testkit.contract.RecordSearchContract;
import java.time.Duration;

class MemoryRecordSearchTest extends RecordSearchContract {
    private final AdjustableClock clock = new AdjustableClock();
    private final MemoryLeasedRecordStore store = new MemoryLeasedRecordStore(clock);

    @Override
    protected RecordSearch search() {
        return store;
    }

    @Override
    protected LeasedRecordStore store() {
        return store;
    }

    @Override
    protected void expireLease(RecordKey key) {
        clock.setOn(Duration.ofMinutes(2));
    }

    @Override
    protected void expire(RecordKey key) {
        clock.setOn(Duration.ofDays(2));
    }
}
