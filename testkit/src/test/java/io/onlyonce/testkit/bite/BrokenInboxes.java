package io.onlyonce.testkit.bite;

import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.Kept;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.testkit.contract.InboxStoreContract;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Inboxes with one fault each; none may pass its suite. */
final class BrokenInboxes {
    private BrokenInboxes() {}

    /** A sound inbox in front of which each fault is put. */
    abstract static class Pupil extends InboxStoreContract implements InboxStore {
        final MemoryTransactions transactions = new MemoryTransactions();
        private Duration ahead = Duration.ZERO;
        final MemoryInbox sound = new MemoryInbox(
                transactions, () -> InstantSource.system().instant().plus(ahead));

        @Override
        protected InboxStore store() {
            return this;
        }

        @Override
        protected TransactionRunner transactions() {
            return transactions;
        }

        @Override
        protected void twoHoursLater(String source) {
            ahead = ahead.plusHours(2);
        }

        @Override
        public boolean put(InboxEntry entry, Duration delay) {
            return sound.put(entry, delay);
        }

        @Override
        public List<Kept> due(String source, int limit) {
            return sound.due(source, limit);
        }

        @Override
        public List<Kept> about(String source, String subject) {
            return sound.about(source, subject);
        }

        @Override
        public List<Kept> parked(String source, int limit) {
            return sound.parked(source, limit);
        }

        @Override
        public List<Kept> waiting(String source, int limit) {
            return sound.waiting(source, limit);
        }

        @Override
        public Optional<Kept> find(String source, String id) {
            return sound.find(source, id);
        }

        @Override
        public boolean done(Kept kept) {
            return sound.done(kept);
        }

        @Override
        public boolean postpone(Kept kept, Duration delay) {
            return sound.postpone(kept, delay);
        }

        @Override
        public boolean again(Kept kept, Duration delay, String cause) {
            return sound.again(kept, delay, cause);
        }

        @Override
        public boolean park(Kept kept, String cause) {
            return sound.park(kept, cause);
        }

        @Override
        public boolean revive(String source, String id) {
            return sound.revive(source, id);
        }

        /** In another transaction, which has ended when this returns: its locks are gone. */
        final <R> R asideOf(Callable<R> step) {
            return CompletableFuture.supplyAsync(() -> {
                        try {
                            return transactions.run(() -> Ended.commit(step.call()));
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .join();
        }

        final @Nullable Kept asItIs(Kept kept) {
            return sound.about(kept.entry().source(), kept.entry().subject()).stream()
                    .filter(one -> one.entry().id().equals(kept.entry().id()))
                    .findFirst()
                    .orElse(null);
        }
    }

    static class Sound extends Pupil {}

    /** Takes a postponement for a failure. */
    static class CountsPostponements extends Pupil {
        @Override
        public boolean postpone(Kept kept, Duration delay) {
            return sound.again(kept, delay, "postponed");
        }
    }

    /** Commits each verb by itself. */
    static class CommitsByItself extends Pupil {
        @Override
        public boolean put(InboxEntry entry, Duration delay) {
            return asideOf(() -> sound.put(entry, delay));
        }

        @Override
        public boolean done(Kept kept) {
            return asideOf(() -> sound.done(kept));
        }
    }

    /** Looks, then acts. */
    static class ChecksThenActs extends Pupil {
        private final Set<String> ids = ConcurrentHashMap.newKeySet();

        @Override
        public boolean put(InboxEntry entry, Duration delay) {
            boolean isNew = !ids.contains(entry.id());
            LockSupport.parkNanos(100_000);
            ids.add(entry.id());
            sound.put(entry, delay);
            return isNew;
        }
    }

    /** Replaces what is there: ON CONFLICT DO UPDATE. */
    static class Overwrites extends Pupil {
        @Override
        public boolean put(InboxEntry entry, Duration delay) {
            boolean isNew = sound.put(entry, delay);
            if (!isNew) {
                sound.about(entry.source(), "P1").stream()
                        .filter(kept -> kept.entry().id().equals(entry.id()))
                        .forEach(sound::done);
                sound.put(entry, delay);
            }
            return isNew;
        }
    }

    /** Lets a duplicate escape as an error. */
    static class ThrowsAtDuplicates extends Pupil {
        @Override
        public boolean put(InboxEntry entry, Duration delay) {
            if (!sound.put(entry, delay)) {
                throw new IllegalArgumentException("duplicate key");
            }
            return true;
        }
    }

    /** Compares as most databases do unless they are told otherwise. */
    static class IgnoresCase extends Pupil {
        private static InboxEntry folded(InboxEntry entry) {
            return new InboxEntry(
                    entry.source(), entry.id().toLowerCase(Locale.ROOT), entry.subject(), entry.payload());
        }

        @Override
        public boolean put(InboxEntry entry, Duration delay) {
            return sound.put(folded(entry), delay);
        }
    }

    /** Sorts as a dictionary does. */
    static class SortsAsPeopleDo extends Pupil {
        @Override
        public List<Kept> about(String source, String subject) {
            return sound.about(source, subject).stream()
                    .sorted(Comparator.comparing(kept -> kept.entry().id(), String.CASE_INSENSITIVE_ORDER))
                    .toList();
        }
    }

    static class ForgetsSources extends Pupil {
        @Override
        public boolean put(InboxEntry entry, Duration delay) {
            return sound.put(new InboxEntry(source(), entry.id(), entry.subject(), entry.payload()), delay);
        }
    }

    /** SELECT without FOR UPDATE. */
    static class LocksNothing extends Pupil {
        @Override
        public List<Kept> due(String source, int limit) {
            return asideOf(() -> sound.due(source, limit));
        }
    }

    /** Sorts what it locks, and so locks all that is due: H2 and InnoDB do, without an index in this order. */
    static class LocksAllThatIsDue extends Pupil {
        @Override
        public List<Kept> due(String source, int limit) {
            return sound.due(source, 1000).stream().limit(limit).toList();
        }
    }

    static class HandsOutTheLatest extends Pupil {
        @Override
        public List<Kept> due(String source, int limit) {
            List<Kept> due = sound.due(source, 1000);
            return due.stream()
                    .sorted(Comparator.comparing(due::indexOf).reversed())
                    .limit(limit)
                    .toList();
        }
    }

    static class NeverDelays extends Pupil {
        @Override
        public boolean put(InboxEntry entry, Duration delay) {
            return sound.put(entry, Duration.ZERO);
        }

        @Override
        public boolean again(Kept kept, Duration delay, String cause) {
            return sound.again(kept, Duration.ZERO, cause);
        }
    }

    /** Writes by the id alone. */
    static class IgnoresTries extends Pupil {
        @Override
        public boolean done(Kept kept) {
            Kept now = asItIs(kept);
            return now != null && sound.done(now);
        }

        @Override
        public boolean again(Kept kept, Duration delay, String cause) {
            Kept now = asItIs(kept);
            return now != null && sound.again(now, delay, cause);
        }

        @Override
        public boolean park(Kept kept, String cause) {
            Kept now = asItIs(kept);
            return now != null && sound.park(now, cause);
        }
    }

    /** Forgets to count at the last try. */
    static class ParksUncounted extends Pupil {
        @Override
        public List<Kept> parked(String source, int limit) {
            return sound.parked(source, limit).stream()
                    .map(kept -> new Kept(kept.entry(), kept.tries() - 1, true, kept.cause()))
                    .toList();
        }
    }

    /** Counts only what is due among what waits. */
    static class HidesWhatIsNotDue extends Pupil {
        @Override
        public List<Kept> waiting(String source, int limit) {
            return sound.due(source, limit);
        }
    }

    /** Finds by the id alone. */
    static class FindsOtherSources extends Pupil {
        private final Set<InboxEntry> put = ConcurrentHashMap.newKeySet();

        @Override
        public boolean put(InboxEntry entry, Duration delay) {
            put.add(entry);
            return sound.put(entry, delay);
        }

        @Override
        public Optional<Kept> find(String source, String id) {
            return put.stream()
                    .filter(entry -> entry.id().equals(id))
                    .findFirst()
                    .flatMap(entry -> sound.find(entry.source(), id));
        }
    }

    /** Takes parked ones for gone. */
    static class HidesParked extends Pupil {
        @Override
        public List<Kept> about(String source, String subject) {
            return sound.about(source, subject).stream()
                    .filter(kept -> !kept.parked())
                    .toList();
        }
    }

    /** Takes back what was never put aside. */
    static class RevivesAll extends Pupil {
        @Override
        public boolean revive(String source, String id) {
            sound.revive(source, id);
            return true;
        }
    }

    /** Cuts by UTF-16 units, through the middle of a character. */
    static class CutsCharacters extends Pupil {
        private static String cut(String cause) {
            return cause.substring(0, Math.min(cause.length(), 499));
        }

        @Override
        public boolean again(Kept kept, Duration delay, String cause) {
            return sound.again(kept, delay, cut(cause));
        }

        @Override
        public boolean park(Kept kept, String cause) {
            return sound.park(kept, cut(cause));
        }
    }

    /** Opens a transaction where there is none. */
    static class ForgivesNoTransaction extends Pupil {
        @Override
        public boolean put(InboxEntry entry, Duration delay) {
            return transactions.joins() ? sound.put(entry, delay) : asideOf(() -> sound.put(entry, delay));
        }
    }
}
