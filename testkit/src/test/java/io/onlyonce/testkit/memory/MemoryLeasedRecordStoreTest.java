package io.onlyonce.testkit.memory;

import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.contract.LeasedRecordStoreContract;
import java.time.Duration;

class MemoryLeasedRecordStoreTest extends LeasedRecordStoreContract {
    private final AdjustableClock clock = new AdjustableClock();
    private final MemoryLeasedRecordStore store = new MemoryLeasedRecordStore(clock);

    @Override
    protected LeasedRecordStore store() {
        return store;
    }

    @Override
    protected void expire(RecordKey key) {
        clock.setOn(Duration.ofHours(2));
    }

    @Override
    protected void expireLease(RecordKey key) {
        clock.setOn(Duration.ofMinutes(2));
    }

    @Override
    protected void purgeExpired() {
        store.purgeExpired(1000);
    }

    @Override
    protected long countRecords() {
        return store.size();
    }
}
