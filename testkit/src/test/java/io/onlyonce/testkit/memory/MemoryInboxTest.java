package io.onlyonce.testkit.memory;

import io.onlyonce.inbox.InboxStore;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.testkit.contract.InboxStoreContract;
import io.onlyonce.transaction.TransactionRunner;
import java.time.Duration;

/** What every inbox must do, in memory. */
class MemoryInboxTest extends InboxStoreContract {
    private final AdjustableClock clock = new AdjustableClock();
    private final MemoryTransactions transactions = new MemoryTransactions();
    private final MemoryInbox inbox = new MemoryInbox(transactions, clock);

    @Override
    protected InboxStore store() {
        return inbox;
    }

    @Override
    protected TransactionRunner transactions() {
        return transactions;
    }

    @Override
    protected void twoHoursLater(String source) {
        clock.setOn(Duration.ofHours(2));
    }
}
