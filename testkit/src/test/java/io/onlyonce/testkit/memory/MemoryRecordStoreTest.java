package io.onlyonce.testkit.memory;

import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.contract.TransactionalRecordStoreContract;
import io.onlyonce.transaction.TransactionRunner;
import java.time.Duration;

class MemoryRecordStoreTest extends TransactionalRecordStoreContract {
    private final AdjustableClock clock = new AdjustableClock();
    private final MemoryTransactions transactions = new MemoryTransactions();
    private final MemoryRecordStore store = new MemoryRecordStore(transactions, clock);

    @Override
    protected TransactionalRecordStore store() {
        return store;
    }

    @Override
    protected TransactionRunner transactions() {
        return transactions;
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
