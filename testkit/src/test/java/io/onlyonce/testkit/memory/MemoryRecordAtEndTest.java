package io.onlyonce.testkit.memory;

import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.contract.RecordAtEndContract;
import io.onlyonce.transaction.TransactionRunner;

class MemoryRecordAtEndTest extends RecordAtEndContract {
    private final MemoryTransactions transactions = new MemoryTransactions();
    private final MemoryRecordStore store = new MemoryRecordStore(transactions);
    private final MemoryEffects effects = new MemoryEffects(transactions);

    @Override
    protected TransactionalRecordStore store() {
        return store;
    }

    @Override
    protected TransactionRunner transactions() {
        return transactions;
    }

    @Override
    protected RecordMaintenance maintenance() {
        return store;
    }

    @Override
    protected void recordEffect(String name) {
        effects.record(name);
    }

    @Override
    protected long countEffects(String name) {
        return effects.count(name);
    }
}
