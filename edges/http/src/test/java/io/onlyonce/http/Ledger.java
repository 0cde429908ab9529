package io.onlyonce.http;

import io.onlyonce.memory.MemoryTransactions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The business table of the tests: its rows are there when their transaction has committed; runs are counted outside of any transaction. */
final class Ledger {
    private final MemoryTransactions transactions;
    private final List<String> rows = new CopyOnWriteArrayList<>();
    private final AtomicInteger runs = new AtomicInteger();

    Ledger(MemoryTransactions transactions) {
        this.transactions = transactions;
    }

    /** Writes a row in the current transaction. */
    int add(String row) {
        transactions.changed(() -> {}, () -> rows.add(row));
        return runs.incrementAndGet();
    }

    /** How often a handler came to its write. */
    int runs() {
        return runs.get();
    }

    /** The committed rows. */
    List<String> rows() {
        return List.copyOf(rows);
    }
}
