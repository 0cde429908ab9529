package io.onlyonce.lock;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.LockBusyException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.lock.LockEvents.Event;
import io.onlyonce.transaction.TransactionRunner;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work while a lock is held, and never without it.
 *
 * <p>The story: ask the provider for the lock, again and again until it is granted or the wait is over; renew it while the work runs; release it when the work
 * has returned or thrown. The owner is this one attempt, whatever thread it runs on. Transactions begin and end inside the work: a lock that is asked for inside
 * an open one would be released before that commits, so it is refused there.
 *
 * <p>A lock makes others wait; it does not make a write right. Look again once it is held, and name the {@linkplain HeldLock#fence() fence} in the guarded
 * write: a holder that was stopped for longer than its lease comes back believing that it still has it. Thread-safe.
 */
public final class Locks {
    private static final Logger log = LoggerFactory.getLogger(Locks.class);
    private static final int LONGEST_PAUSE_MILLIS = 200;

    private final LockProvider provider;
    private final TransactionRunner transactions;
    private final LockEvents events;

    @SuppressWarnings("ThreadLocalUsage") // each instance has locks of its own
    private final ThreadLocal<Set<LockName>> mine = ThreadLocal.withInitial(HashSet::new);

    /**
     * @param provider grants the locks
     * @param transactions asked whether the caller is inside one
     */
    public Locks(LockProvider provider, TransactionRunner transactions) {
        this(provider, transactions, LockEvents.NONE);
    }

    /** The same, watched. */
    public Locks(LockProvider provider, TransactionRunner transactions, LockEvents events) {
        this.provider = provider;
        this.transactions = transactions;
        this.events = events;
    }

    /**
     * Runs the work while the lock is held.
     *
     * @throws LockBusyException if it was not to be had in time; the work was not run
     * @throws StoreUnavailableException if the provider did not answer to the end; the work was not run
     * @throws InterruptedException if the thread was interrupted while it waited; the work was not run
     * @throws MisuseException inside a transaction, or if this thread runs work under this lock already; the work was not run
     * @throws Exception what the work threw, whatever became of the lock
     */
    public <R extends @Nullable Object> R run(LockName name, LockTerms terms, LockedWork<R> work) throws Exception {
        if (transactions.joins()) {
            throw new MisuseException(ErrorTexts.lockInsideTransaction(name));
        }
        Set<LockName> held = mine.get();
        if (!held.add(name)) {
            throw new MisuseException(ErrorTexts.lockNested(name));
        }
        try {
            HeldLock lock = acquire(name, terms);
            Renewal renewal = Renewal.start(provider, lock, terms.lease());
            try {
                return work.run(lock);
            } finally {
                renewal.stop();
                release(lock);
            }
        } finally {
            held.remove(name);
        }
    }

    private HeldLock acquire(LockName name, LockTerms terms) throws InterruptedException {
        String owner = UUID.randomUUID().toString();
        long end = System.nanoTime() + terms.patience().toNanos();
        for (int attempt = 1; ; attempt++) {
            long askedAt = System.nanoTime();
            StoreUnavailableException unavailable = null;
            try {
                Optional<Grant> grant = provider.tryAcquire(name, owner, terms.lease());
                if (grant.isPresent()) {
                    HeldLock lock = new HeldLock(grant.get(), terms.lease(), askedAt, events);
                    if (!lock.isLost()) { // an answer that was on its way for longer than the lease grants nothing
                        return lock;
                    }
                }
            } catch (StoreUnavailableException e) {
                unavailable = e;
            }
            long left = end - System.nanoTime();
            if (left <= 0) {
                events.happened(unavailable != null ? Event.UNAVAILABLE : Event.BUSY, name);
                throw unavailable != null ? unavailable : new LockBusyException(name, terms.patience());
            }
            pause(attempt, left);
        }
    }

    /** A short pause of random length, growing, so that those who wait do not ask in step. */
    private static void pause(int attempt, long leftNanos) throws InterruptedException {
        int longest = Math.min(LONGEST_PAUSE_MILLIS, 10 << Math.min(attempt, 5));
        long pause =
                TimeUnit.MILLISECONDS.toNanos(1 + ThreadLocalRandom.current().nextInt(longest));
        TimeUnit.NANOSECONDS.sleep(Math.min(pause, leftNanos));
    }

    /** What fails here must not hide what the work did: the lease ends the lock all the same. */
    private void release(HeldLock lock) {
        try {
            if (!provider.release(lock.grant())) {
                log.warn(
                        "The lock {} with fence {} was over before its work ended.",
                        lock.name(),
                        lock.fence().number());
            }
        } catch (RuntimeException e) {
            log.warn(
                    "The lock {} with fence {} could not be released; its lease ends it.",
                    lock.name(),
                    lock.fence().number(),
                    e);
        }
    }
}
