package io.onlyonce.testkit.memory;

import io.onlyonce.inbox.InboxStore;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.contract.Bank;
import io.onlyonce.testkit.contract.SagaContract;
import io.onlyonce.transaction.TransactionRunner;
import java.time.Duration;
import java.util.List;

/** Sagas over stores in memory, around which a test may put something. */
public abstract class MemorySagaFixture extends SagaContract {
    private static final Duration LATER = Duration.ofMinutes(3);

    private final AdjustableClock clock = new AdjustableClock();
    private final MemoryTransactions home = new MemoryTransactions();
    private final MemoryInbox inbox = new MemoryInbox(home, clock);
    private final MemoryLeasedRecordStore store = new MemoryLeasedRecordStore(clock);
    private final List<Bank> banks = List.of(newBank(), newBank());

    private Bank newBank() {
        MemoryTransactions transactions = new MemoryTransactions();
        return new MemoryBank(transactions, around(new MemoryRecordStore(transactions, clock)));
    }

    /** The records of a bank as they are used. */
    protected TransactionalRecordStore around(TransactionalRecordStore sound) {
        return sound;
    }

    /** The inbox as it is used. */
    protected InboxStore around(InboxStore sound) {
        return sound;
    }

    @Override
    protected LeasedRecordStore store() {
        return store;
    }

    @Override
    protected InboxStore inbox() {
        return around(inbox);
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
