package io.onlyonce.testkit.memory;

import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.testkit.contract.RecordDriver;
import io.onlyonce.testkit.contract.RecordMaintenanceContract;
import java.time.Duration;

class MemoryLeasedMaintenanceTest extends RecordMaintenanceContract {
    private final AdjustableClock clock = new AdjustableClock();
    private final MemoryLeasedRecordStore store = new MemoryLeasedRecordStore(clock);

    @Override
    protected RecordMaintenance maintenance() {
        return store;
    }

    @Override
    protected RecordDriver records() {
        return RecordDriver.of(store);
    }

    @Override
    protected void expire(RecordKey key) {
        clock.setOn(Duration.ofHours(2));
    }

    @Override
    protected long countRecords() {
        return store.size();
    }
}
