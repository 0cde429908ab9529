package io.onlyonce.messaging;

import io.onlyonce.OnlyOnce;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.messaging.IdempotentConsumer.Stores;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RefusedRecords;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Everything in memory; the nodes share it. */
public final class MemoryRig implements Rig {
    private final MemoryTransactions transactions = new MemoryTransactions();
    private final MemoryRecordStore records = new MemoryRecordStore(transactions);
    private final MemoryInbox inbox = new MemoryInbox(transactions);
    private final List<String> effects = new CopyOnWriteArrayList<>();

    @Override
    public Node node(Probe probe) {
        return new Node(
                new Stores(OnlyOnce.transactional(records, transactions, probe), transactions, inbox),
                name -> transactions.changed(() -> {}, () -> effects.add(name)));
    }

    @Override
    public long effects(String name) {
        return effects.stream().filter(name::equals).count();
    }

    @Override
    public RefusedRecords records() {
        return records;
    }

    @Override
    public void close() {}
}
