package io.onlyonce.benchmarks.jmh;

import io.onlyonce.OnlyOnce;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.probe.Probe;

/** Engines over stores in memory, both empty. */
final class Engines {
    private Engines() {}

    static OnlyOnce transactional() {
        MemoryTransactions transactions = new MemoryTransactions();
        return OnlyOnce.transactional(new MemoryRecordStore(transactions), transactions);
    }

    static OnlyOnce leased() {
        return OnlyOnce.leased(new MemoryLeasedRecordStore(), Probe.NONE);
    }
}
