package io.onlyonce.testkit.bite;

import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.contract.TransactionalRecordStoreContract;
import io.onlyonce.transaction.TransactionRunner;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/** Transactional stores with one fault each, as they have been seen in the wild; none may pass the suite. */
final class BrokenRecordStores {
    private BrokenRecordStores() {}

    /** A sound store in front of which each fault is put. */
    abstract static class Pupil extends TransactionalRecordStoreContract implements TransactionalRecordStore {
        final MemoryTransactions transactions = new MemoryTransactions();
        private Duration ahead = Duration.ZERO;
        final MemoryRecordStore sound = new MemoryRecordStore(
                transactions, () -> InstantSource.system().instant().plus(ahead));

        @Override
        protected TransactionalRecordStore store() {
            return this;
        }

        @Override
        protected TransactionRunner transactions() {
            return transactions;
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
        public Claim claim(ClaimRequest request) {
            return sound.claim(request);
        }

        @Override
        public void complete(RecordKey key, Fence fence, Completion completion) {
            sound.complete(key, fence, completion);
        }
    }

    static class Sound extends Pupil {}

    /** Stores under a key that merges some. */
    abstract static class Merging extends Pupil {
        abstract RecordKey merged(RecordKey key);

        @Override
        public Claim claim(ClaimRequest request) {
            return sound.claim(new ClaimRequest(merged(request.key()), request.fingerprint(), request.time()));
        }

        @Override
        public void complete(RecordKey key, Fence fence, Completion completion) {
            sound.complete(merged(key), fence, completion);
        }
    }

    static class IgnoresCase extends Merging {
        @Override
        RecordKey merged(RecordKey key) {
            return new RecordKey(key.scope(), key.operation(), key.key().toLowerCase(Locale.ROOT));
        }
    }

    static class IgnoresTrailingBlanks extends Merging {
        @Override
        RecordKey merged(RecordKey key) {
            return new RecordKey(key.scope().stripTrailing(), key.operation().stripTrailing(), key.key());
        }
    }

    static class GluesWithColon extends Merging {
        @Override
        RecordKey merged(RecordKey key) {
            return new RecordKey("all", "all", key.scope() + ":" + key.operation() + ":" + key.key());
        }
    }

    static class CutsLongKeys extends Merging {
        @Override
        RecordKey merged(RecordKey key) {
            return new RecordKey(
                    key.scope(),
                    key.operation(),
                    key.key().substring(0, Math.min(254, key.key().length())));
        }
    }

    static class IgnoresScope extends Merging {
        @Override
        RecordKey merged(RecordKey key) {
            return new RecordKey("all", key.operation(), key.key());
        }
    }

    /** Completes by key alone. */
    static class IgnoresFence extends Pupil {
        private final ConcurrentMap<RecordKey, Fence> fences = new ConcurrentHashMap<>();

        @Override
        public Claim claim(ClaimRequest request) {
            Claim claim = sound.claim(request);
            if (claim instanceof Claim.Claimed claimed) {
                fences.put(request.key(), claimed.fence());
            }
            return claim;
        }

        @Override
        public void complete(RecordKey key, Fence fence, Completion completion) {
            sound.complete(key, fences.getOrDefault(key, fence), completion);
        }
    }

    /** Everybody gets the key until somebody has completed it: check, then act. */
    static class ChecksThenActs extends Pupil {
        private final ConcurrentMap<RecordKey, IdempotencyRecord> done = new ConcurrentHashMap<>();
        private final ConcurrentMap<Fence, ClaimRequest> claims = new ConcurrentHashMap<>();
        private final AtomicLong fences = new AtomicLong();

        @Override
        public Claim claim(ClaimRequest request) {
            IdempotencyRecord record = done.get(request.key());
            if (record != null) {
                return new Claim.Completed(record);
            }
            Fence fence = new Fence(fences.incrementAndGet());
            claims.put(fence, request);
            return new Claim.Claimed(fence, 1);
        }

        @Override
        public void complete(RecordKey key, Fence fence, Completion completion) {
            ClaimRequest request = claims.get(fence);
            IdempotencyRecord record = new IdempotencyRecord(
                    key,
                    request.fingerprint(),
                    completion.state(),
                    completion.refusalCode(),
                    completion.answer(),
                    InstantSource.system().instant(),
                    InstantSource.system().instant().plus(completion.retention()));
            transactions.changed(() -> {}, () -> done.put(key, record));
        }
    }

    static class NeverWaits extends Pupil {
        @Override
        public Claim claim(ClaimRequest request) {
            return sound.claim(new ClaimRequest(request.key(), request.fingerprint(), Duration.ZERO));
        }
    }

    static class WaitsForEver extends Pupil {
        @Override
        public Claim claim(ClaimRequest request) {
            return sound.claim(new ClaimRequest(request.key(), request.fingerprint(), Duration.ofSeconds(10)));
        }
    }

    /** One lock for all keys: whoever claims waits for whoever is at work. */
    static class LocksTheTable extends Pupil {
        private static final RecordKey TABLE = new RecordKey("table", "lock", "1");

        @Override
        public Claim claim(ClaimRequest request) {
            if (sound.claim(new ClaimRequest(TABLE, request.fingerprint(), Duration.ofSeconds(1)))
                    instanceof Claim.InProgress busy) {
                return busy;
            }
            return sound.claim(request);
        }
    }

    /** Does not tell an empty answer from none. */
    static class MergesEmptyAndNone extends Pupil {
        @Override
        public void complete(RecordKey key, Fence fence, Completion completion) {
            byte[] answer = completion.answer() == null ? new byte[0] : completion.answer();
            sound.complete(
                    key,
                    fence,
                    new Completion(completion.state(), completion.refusalCode(), answer, completion.retention()));
        }
    }

    static class ForgetsRefusals extends Pupil {
        @Override
        public void complete(RecordKey key, Fence fence, Completion completion) {
            sound.complete(
                    key,
                    fence,
                    new Completion(RecordState.COMPLETED, null, completion.answer(), completion.retention()));
        }
    }

    /** Answers with the asker's fingerprint: no reuse of a key is ever seen. */
    static class EchoesFingerprint extends Pupil {
        @Override
        public Claim claim(ClaimRequest request) {
            Claim claim = sound.claim(request);
            return claim instanceof Claim.Completed completed
                    ? new Claim.Completed(new IdempotencyRecord(
                            completed.record().key(),
                            request.fingerprint(),
                            completed.record().state(),
                            completed.record().refusalCode(),
                            completed.record().answer(),
                            completed.record().createdAt(),
                            completed.record().expiresAt()))
                    : claim;
        }
    }

    /** Forgets that what has expired is absent. */
    static class NeverExpires extends Pupil {
        @Override
        protected void expire(RecordKey key) {}
    }

    /** Writes the record in a transaction of its own: it outlives the business transaction's rollback. */
    static class CommitsByItself extends Pupil {
        private final MemoryTransactions own = new MemoryTransactions();
        private final MemoryRecordStore ownStore = new MemoryRecordStore(own);
        private final ConcurrentMap<Fence, ClaimRequest> claims = new ConcurrentHashMap<>();
        private final AtomicLong fences = new AtomicLong();

        @Override
        protected long countRecords() {
            return ownStore.size();
        }

        @Override
        public Claim claim(ClaimRequest request) {
            return inOwn(() -> {
                Claim claim = ownStore.claim(request);
                if (!(claim instanceof Claim.Claimed)) {
                    return TransactionRunner.Ended.rollBack(claim);
                }
                Fence fence = new Fence(fences.incrementAndGet());
                claims.put(fence, request);
                return TransactionRunner.Ended.rollBack(new Claim.Claimed(fence, 1));
            });
        }

        @Override
        public void complete(RecordKey key, Fence fence, Completion completion) {
            inOwn(() -> {
                Claim claim = ownStore.claim(claims.get(fence));
                if (claim instanceof Claim.Claimed claimed) {
                    ownStore.complete(key, claimed.fence(), completion);
                }
                return TransactionRunner.Ended.commit(claim);
            });
        }

        private Claim inOwn(TransactionRunner.Unit<Claim> unit) {
            try {
                return own.run(unit);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
