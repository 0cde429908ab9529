package io.onlyonce.testkit.bite;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Work;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.contract.OnlyOnceContract;
import io.onlyonce.testkit.contract.RecordDriver;
import io.onlyonce.testkit.contract.RecordMaintenanceContract;
import io.onlyonce.testkit.contract.TransactionRunnerContract;
import io.onlyonce.transaction.TransactionRunner;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Runners, purges and engines with one fault each; none may pass its suite. */
final class BrokenOthers {
    private BrokenOthers() {}

    /** Effects that are there once their transaction commits. */
    private static final class Effects {
        private final ConcurrentMap<String, Integer> committed = new ConcurrentHashMap<>();

        void record(MemoryTransactions transactions, String name) {
            transactions.changed(() -> {}, () -> committed.merge(name, 1, Integer::sum));
        }

        long count(String name) {
            return committed.getOrDefault(name, 0);
        }
    }

    /** A sound runner in front of which each fault is put. */
    abstract static class Runner extends TransactionRunnerContract implements TransactionRunner {
        final MemoryTransactions sound = new MemoryTransactions();
        private final Effects effects = new Effects();

        @Override
        protected TransactionRunner transactions() {
            return this;
        }

        @Override
        protected void recordEffect(String name) {
            effects.record(sound, name);
        }

        @Override
        protected long countEffects(String name) {
            return effects.count(name);
        }

        @Override
        public boolean joins() {
            return sound.joins();
        }

        @Override
        public <R extends @Nullable Object> R run(Unit<R> unit) throws Exception {
            return sound.run(unit);
        }

        @Override
        public boolean retryable(Throwable failure) {
            return sound.retryable(failure);
        }
    }

    static class SoundRunner extends Runner {}

    /** Joins without a savepoint: what an inner unit rolled back stays. */
    static class JoinsWithoutSavepoint extends Runner {
        @Override
        public <R extends @Nullable Object> R run(Unit<R> unit) throws Exception {
            return joins() ? unit.run().result() : sound.run(unit);
        }
    }

    /** An inner rollback kills the outer transaction, as a rollback-only mark does. */
    static class InnerRollbackKillsOuter extends Runner {
        private final ThreadLocal<Boolean> marked = ThreadLocal.withInitial(() -> false);

        @Override
        public <R extends @Nullable Object> R run(Unit<R> unit) throws Exception {
            if (joins()) {
                Ended<R> ended = unit.run();
                marked.set(marked.get() || !ended.kept());
                return ended.result();
            }
            marked.set(false);
            return sound.run(() -> {
                Ended<R> ended = unit.run();
                return new Ended<>(ended.result(), ended.kept() && !marked.get());
            });
        }
    }

    static class CommitsAlways extends Runner {
        @Override
        public <R extends @Nullable Object> R run(Unit<R> unit) throws Exception {
            return sound.run(() -> Ended.commit(unit.run().result()));
        }
    }

    static class WrapsExceptions extends Runner {
        @Override
        public <R extends @Nullable Object> R run(Unit<R> unit) throws Exception {
            try {
                return sound.run(unit);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class RetriesEverything extends Runner {
        @Override
        public boolean retryable(Throwable failure) {
            return true;
        }
    }

    /** A sound store's maintenance in front of which each fault is put. */
    abstract static class Maintenance extends RecordMaintenanceContract implements RecordMaintenance {
        private Duration ahead = Duration.ZERO;
        final MemoryTransactions transactions = new MemoryTransactions();
        final MemoryRecordStore sound = new MemoryRecordStore(
                transactions, () -> InstantSource.system().instant().plus(ahead));

        @Override
        protected RecordMaintenance maintenance() {
            return this;
        }

        @Override
        protected RecordDriver records() {
            return RecordDriver.of(sound, transactions);
        }

        @Override
        protected void expire(RecordKey key) {
            ahead = ahead.plusHours(2);
        }

        @Override
        protected long countRecords() {
            return sound.size();
        }

        @Override
        public Optional<IdempotencyRecord> find(RecordKey key) {
            return sound.find(key);
        }

        @Override
        public int purgeExpired(int limit) {
            return sound.purgeExpired(limit);
        }
    }

    static class SoundMaintenance extends Maintenance {}

    static class IgnoresLimit extends Maintenance {
        @Override
        public int purgeExpired(int limit) {
            return sound.purgeExpired(Integer.MAX_VALUE);
        }
    }

    static class PurgesNothing extends Maintenance {
        @Override
        public int purgeExpired(int limit) {
            return 0;
        }
    }

    /** Finds a record by a key that is only nearly its own. */
    static class FindsByKeyAlone extends Maintenance {
        @Override
        public Optional<IdempotencyRecord> find(RecordKey key) {
            return sound.find(new RecordKey(
                    key.scope().replace("/other", ""),
                    key.operation(),
                    key.key().toLowerCase(Locale.ROOT)));
        }
    }

    /** A sound engine in front of which each fault is put. */
    abstract static class Engine extends OnlyOnceContract {
        final MemoryTransactions transactions = new MemoryTransactions();
        final MemoryRecordStore store = new MemoryRecordStore(transactions);
        private final Effects effects = new Effects();

        @Override
        protected TransactionalRecordStore store() {
            return store;
        }

        @Override
        protected TransactionRunner transactions() {
            return transactions;
        }

        @Override
        protected RecordMaintenance maintenance() {
            return store;
        }

        @Override
        protected void recordEffect(String name) {
            effects.record(transactions, name);
        }

        @Override
        protected long countEffects(String name) {
            return effects.count(name);
        }
    }

    static class SoundEngine extends Engine {}

    /** The work commits in a transaction of its own, and its answer is recorded afterwards, as most peers do it. */
    static class RecordsAfterCommit extends Engine {
        @Override
        protected OnlyOnce node(Probe probe) {
            OnlyOnce sound = super.node(probe);
            return new OnlyOnce() {
                @Override
                public <T extends @Nullable Object> Outcome<T> run(Operation<T> operation, Call call, Work<T> work)
                        throws Exception {
                    return sound.run(operation, call, attempt -> elsewhere(() -> work.run(attempt)));
                }
            };
        }

        private <T extends @Nullable Object> T elsewhere(Callable<T> work) {
            return Herd.of(1)
                    .runAll(member -> transactions.run(() -> TransactionRunner.Ended.commit(work.call())))
                    .get(0);
        }
    }

    /** Remembers in a map of its process. */
    static class RemembersInItsProcess extends Engine {
        @Override
        protected TransactionalRecordStore store() {
            MemoryRecordStore own = new MemoryRecordStore(transactions);
            return new TransactionalRecordStore() {
                @Override
                public Claim claim(ClaimRequest request) {
                    return own.claim(request);
                }

                @Override
                public void complete(RecordKey key, Fence fence, Completion completion) {
                    own.complete(key, fence, completion);
                }
            };
        }
    }

    /** Tells its probe of no point: nothing could be injected. */
    static class NeverReachesPoints extends Engine {
        @Override
        protected OnlyOnce node(Probe probe) {
            return super.node(new Probe() {
                @Override
                public void reached(Point point, RecordKey key) {}

                @Override
                public void decided(Decision decision) {
                    probe.decided(decision);
                }
            });
        }
    }
}
