package io.onlyonce.testkit.memory;

import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.contract.Bank;
import io.onlyonce.transaction.TransactionRunner;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Accounts in memory, changed when their transaction commits. */
public final class MemoryBank implements Bank {
    private final MemoryTransactions transactions;
    private final TransactionalRecordStore records;
    private final ConcurrentMap<String, Long> committed = new ConcurrentHashMap<>();

    /** A bank whose records are these. */
    public MemoryBank(MemoryTransactions transactions, TransactionalRecordStore records) {
        this.transactions = transactions;
        this.records = records;
    }

    @Override
    public TransactionRunner transactions() {
        return transactions;
    }

    @Override
    public TransactionalRecordStore records() {
        return records;
    }

    @Override
    public void open(String account, long balance) {
        committed.put(account, balance);
    }

    @Override
    public void add(String account, long amount) {
        transactions.changed(() -> {}, () -> committed.merge(account, amount, Long::sum));
    }

    @Override
    public long balance(String account) {
        return Objects.requireNonNull(committed.get(account), account);
    }
}
