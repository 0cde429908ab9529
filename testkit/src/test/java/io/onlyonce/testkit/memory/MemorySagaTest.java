package io.onlyonce.testkit.memory;

import io.onlyonce.inbox.InboxStore;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.testkit.contract.Bank;
import io.onlyonce.testkit.contract.SagaContract;
import io.onlyonce.transaction.TransactionRunner;
import java.time.Duration;
import java.util.List;

/** What sagas promise, over stores in memory. */
class MemorySagaTest extends SagaContract {
    private static final Duration LATER = Duration.ofMinutes(3);

    private final AdjustableClock clock = new AdjustableClock();
    private final MemoryTransactions home = new MemoryTransactions();
    private final MemoryInbox inbox = new MemoryInbox(home, clock);
    private final MemoryLeasedRecordStore store = new MemoryLeasedRecordStore(clock);
    private final List<Bank> banks = List.of(MemoryBank.sound(clock), MemoryBank.sound(clock));

    @Override
    protected LeasedRecordStore store() {
        return store;
    }

    @Override
    protected InboxStore inbox() {
        return inbox;
    }

    @Override
    protected TransactionRunner home() {
        return home;
    }

    @Override
    protected Bank bank(int number) {
        return banks.get(number);
    }

    @Override
    protected void later() {
        clock.setOn(LATER);
    }
}
