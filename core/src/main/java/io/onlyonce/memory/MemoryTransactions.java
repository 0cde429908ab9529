package io.onlyonce.memory;

import io.onlyonce.transaction.TransactionRunner;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Transactions over things in memory: each change registers how it is undone and what its commit does. For tests and examples; thread-safe.
 */
public final class MemoryTransactions implements TransactionRunner {
    @SuppressWarnings("ThreadLocalUsage") // each instance has transactions of its own
    private final ThreadLocal<@Nullable Transaction> current = new ThreadLocal<>();

    @Override
    public boolean joins() {
        return current.get() != null;
    }

    @Override
    public <R extends @Nullable Object> R run(Unit<R> unit) throws Exception {
        Transaction outer = current.get();
        if (outer != null) {
            return inside(outer, unit);
        }
        Transaction own = new Transaction();
        current.set(own);
        try {
            R result = inside(own, unit);
            own.commit();
            return result;
        } finally {
            current.remove();
        }
    }

    private static <R extends @Nullable Object> R inside(Transaction transaction, Unit<R> unit) throws Exception {
        int savepoint = transaction.changes.size();
        boolean kept = false;
        try {
            Ended<R> ended = unit.run();
            kept = ended.kept();
            return ended.result();
        } finally {
            if (!kept) {
                transaction.rollBackTo(savepoint);
            }
        }
    }

    @Override
    public boolean retryable(Throwable failure) {
        return false;
    }

    /**
     * Registers a change made in the current transaction.
     *
     * @param undo run at rollback, last change first
     * @param commit run at commit, first change first
     * @throws IllegalStateException if no transaction is open on this thread
     */
    public void changed(Runnable undo, Runnable commit) {
        mine().changes.addLast(new Change(undo, commit));
    }

    /** Identifies the current transaction. */
    Object owner() {
        return mine();
    }

    private Transaction mine() {
        Transaction transaction = current.get();
        if (transaction == null) {
            throw new IllegalStateException(
                    "No transaction is open on this thread. Call this inside MemoryTransactions.run.");
        }
        return transaction;
    }

    private record Change(Runnable undo, Runnable commit) {}

    private static final class Transaction {
        final Deque<Change> changes = new ArrayDeque<>();

        void rollBackTo(int savepoint) {
            while (changes.size() > savepoint) {
                changes.removeLast().undo.run();
            }
        }

        void commit() {
            changes.forEach(change -> change.commit.run());
        }
    }
}
