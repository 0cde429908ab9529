package io.onlyonce.testkit.memory;

import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.testkit.contract.TransactionRunnerContract;
import io.onlyonce.transaction.TransactionRunner;

class MemoryTransactionsTest extends TransactionRunnerContract {
    private final MemoryTransactions transactions = new MemoryTransactions();
    private final MemoryEffects effects = new MemoryEffects(transactions);

    @Override
    protected TransactionRunner transactions() {
        return transactions;
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
