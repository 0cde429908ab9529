package io.onlyonce.lock;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.LockBusyException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Unit;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One lock per key inside this JVM, around a transaction.
 *
 * <p>What it is good for: the threads of one process do not fight in the database over a row that they all want. What it is not: it knows nothing of a second
 * instance, so it never replaces a guarded statement, a row lock or a unique key; with them behind it, a second instance costs speed, not correctness.
 *
 * <p>The lock encloses the transaction and is released after its commit or rollback. Inside a transaction of the caller's that could not be, so it is
 * refused there. It is not re-entrant: a unit that asks for its own key again is told so instead of waiting for itself. Waiting threads hold no connection.
 * Thread-safe; a key's lock exists while somebody holds or wants it.
 */
public final class LocalLocks {
    private final TransactionRunner transactions;
    private final ConcurrentHashMap<Object, Entry> entries = new ConcurrentHashMap<>();

    public LocalLocks(TransactionRunner transactions) {
        this.transactions = transactions;
    }

    /** A key's lock, and how many threads hold or want it; counted inside the map's own atomic steps. */
    private record Entry(ReentrantLock lock, int users) {
        Entry plus(int more) {
            return new Entry(lock, users + more);
        }
    }

    /**
     * Runs the unit in a transaction while the key's lock is held.
     *
     * @param key with {@code equals} and {@code hashCode}, for example the account's number
     * @param patience how long to wait for the lock at most; zero = not at all
     * @throws LockBusyException if the lock was not to be had in time; the unit was not run
     * @throws InterruptedException if the thread was interrupted while it waited; the unit was not run
     * @throws MisuseException inside a transaction, or if this thread holds the key's lock already; the unit was not run
     * @throws Exception what the unit or its commit threw
     */
    public <R extends @Nullable Object> R run(Object key, Duration patience, Unit<R> unit) throws Exception {
        if (transactions.joins()) {
            throw new MisuseException(ErrorTexts.lockInsideTransaction(key));
        }
        ReentrantLock lock = enter(key);
        try {
            if (lock.isHeldByCurrentThread()) {
                throw new MisuseException(ErrorTexts.lockNested(key));
            }
            if (!lock.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new LockBusyException(key, patience);
            }
            try {
                return transactions.run(unit);
            } finally {
                lock.unlock();
            }
        } finally {
            leave(key);
        }
    }

    private ReentrantLock enter(Object key) {
        return entries.compute(key, (k, entry) -> (entry == null ? new Entry(new ReentrantLock(), 0) : entry).plus(1))
                .lock();
    }

    private void leave(Object key) {
        entries.computeIfPresent(key, (k, entry) -> entry.users() == 1 ? null : entry.plus(-1));
    }

    /** How many keys are locked or wanted now. */
    public int size() {
        return entries.size();
    }
}
