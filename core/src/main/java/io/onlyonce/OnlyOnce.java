package io.onlyonce;

import io.onlyonce.engine.LeasedEngine;
import io.onlyonce.engine.TransactionalEngine;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.AnswerCache;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.transaction.TransactionRunner;
import org.jspecify.annotations.Nullable;

/**
 * Makes an operation take effect only once, however often it is called.
 *
 * <p>For one scope, operation and key the work takes effect at most once while the record is kept; every later call gets the first answer; a call that
 * meets a running one waits, then is told so; a key that is used for another payload is refused; and if the store is down nothing runs.
 *
 * <p>Thread-safe; make one and keep it.
 */
public interface OnlyOnce {
    /**
     * Runs the work, or gives the answer that it gave before.
     *
     * @return how the call ended; {@link Outcome#orElseThrow()} gives the answer
     * @throws Exception what the work threw, if that is no remembered {@link Refusal}: everything was rolled back, a retry runs afresh
     * @throws io.onlyonce.error.StoreUnavailableException if the store cannot be reached; nothing was done
     */
    <T extends @Nullable Object> Outcome<T> run(Operation<T> operation, Call call, Work<T> work) throws Exception;

    /** For operations whose effect is one database transaction. */
    static OnlyOnce transactional(TransactionalRecordStore store, TransactionRunner transactions) {
        return transactional(store, transactions, Probe.NONE);
    }

    /** The same, watched by a probe. */
    static OnlyOnce transactional(TransactionalRecordStore store, TransactionRunner transactions, Probe probe) {
        return transactional(store, transactions, probe, AnswerCache.NONE);
    }

    /** The same, with a cache that answers repeats before a connection is taken. */
    static OnlyOnce transactional(
            TransactionalRecordStore store, TransactionRunner transactions, Probe probe, AnswerCache cache) {
        return new TransactionalEngine(store, transactions, probe, cache);
    }

    /** For operations whose effect is not one transaction. */
    static OnlyOnce leased(LeasedRecordStore store, Probe probe) {
        return leased(store, probe, AnswerCache.NONE);
    }

    /** The same, with a cache that answers repeats before the store is asked. */
    static OnlyOnce leased(LeasedRecordStore store, Probe probe, AnswerCache cache) {
        return new LeasedEngine(store, probe, cache);
    }
}
