package io.onlyonce.testkit.memory;

import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RefusedRecords;
import io.onlyonce.testkit.contract.RecordDriver;
import io.onlyonce.testkit.contract.RefusedRecordsContract;

class MemoryRefusedRecordsTest extends RefusedRecordsContract {
    private final MemoryTransactions transactions = new MemoryTransactions();
    private final MemoryRecordStore store = new MemoryRecordStore(transactions);

    @Override
    protected RefusedRecords refused() {
        return store;
    }

    @Override
    protected RecordDriver records() {
        return RecordDriver.of(store, transactions);
    }

    @Override
    protected void expire(RecordKey key) {
        throw new UnsupportedOperationException("No case of this contract lets a record expire.");
    }

    @Override
    protected long countRecords() {
        return store.size();
    }
}
