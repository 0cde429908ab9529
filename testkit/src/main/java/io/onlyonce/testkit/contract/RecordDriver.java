package io.onlyonce.testkit.contract;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.Claim;
import io.onlyonce.record.Completion;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.transaction.TransactionRunner;

/** Drives a record store of either kind through the same verbs, so that what holds for both is tested once. Thread-safe. */
public interface RecordDriver {
    /** Claims the key and, if it was free, completes it; durable when it returns. */
    Claim remember(RecordKey key, Fingerprint fingerprint, Completion completion);

    /** Asks how the key stands, and leaves it so. */
    Claim look(RecordKey key, Fingerprint fingerprint);

    /** Claims the key, does something while the claim lives, and takes the claim back. */
    void whileClaimed(RecordKey key, Runnable action);

    /** Drives a store whose records ride in transactions. */
    static RecordDriver of(TransactionalRecordStore store, TransactionRunner transactions) {
        return new TransactionalDriver(store, transactions);
    }

    /** Drives a store whose claims have leases. */
    static RecordDriver of(LeasedRecordStore store) {
        return new LeasedDriver(store);
    }
}
