package io.onlyonce.testkit.memory;

import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.StepStore;
import io.onlyonce.testkit.contract.LeasedOnlyOnceContract;
import java.time.Duration;

class MemoryLeasedOnlyOnceTest extends LeasedOnlyOnceContract {
    private final AdjustableClock clock = new AdjustableClock();
    private final MemoryLeasedRecordStore store = new MemoryLeasedRecordStore(clock);

    @Override
    protected LeasedRecordStore store() {
        return store;
    }

    @Override
    protected StepStore steps() {
        return store;
    }

    @Override
    protected RecordMaintenance maintenance() {
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
