package io.onlyonce.testkit.memory;

import io.onlyonce.memory.MemoryTransactions;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Effects that are there once their transaction commits. */
final class MemoryEffects {
    private final MemoryTransactions transactions;
    private final ConcurrentMap<String, Integer> committed = new ConcurrentHashMap<>();

    MemoryEffects(MemoryTransactions transactions) {
        this.transactions = transactions;
    }

    void record(String name) {
        transactions.changed(() -> {}, () -> committed.merge(name, 1, Integer::sum));
    }

    long count(String name) {
        return committed.getOrDefault(name, 0);
    }

    long count() {
        return committed.values().stream().mapToInt(Integer::intValue).sum();
    }
}
