package io.onlyonce.memory;

import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.FoundRecord;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.RecordSearch;
import io.onlyonce.record.RecordState;
import io.onlyonce.record.StepStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Leased records in memory. Forgets everything with its process: for tests and examples, never for production. Thread-safe. */
public final class MemoryLeasedRecordStore implements LeasedRecordStore, StepStore, RecordMaintenance, RecordSearch {
    private final InstantSource clock;
    private final Map<RecordKey, Row> rows = new HashMap<>();
    private long lastFence;

    public MemoryLeasedRecordStore() {
        this(InstantSource.system());
    }

    public MemoryLeasedRecordStore(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public synchronized Claim claim(ClaimRequest request) {
        Row row = rows.get(request.key());
        Instant now = clock.instant();
        if (row == null || row.isOver(now)) {
            return put(request, 1, now);
        }
        if (row.record.state() != RecordState.CLAIMED) {
            return new Claim.Completed(row.record);
        }
        return row.leaseUntil.isAfter(now)
                ? new Claim.InProgress(Duration.between(now, row.leaseUntil))
                : new Claim.Abandoned(new Fence(row.fence), row.attempt, row.record.fingerprint());
    }

    @Override
    public synchronized Claim takeOver(ClaimRequest request, Fence lost) {
        Row row = rows.get(request.key());
        Instant now = clock.instant();
        if (row != null && row.fence == lost.number() && row.isLost(now)) {
            return put(request, row.attempt + 1, now);
        }
        return claim(request);
    }

    private Claim put(ClaimRequest request, int attempt, Instant now) {
        Row before = rows.get(request.key());
        Row row = new Row(++lastFence, attempt, now.plus(request.time()), MemoryRecords.claimed(request, now));
        if (before != null && attempt > 1) {
            row.steps.putAll(before.steps);
        }
        rows.put(request.key(), row);
        return new Claim.Claimed(new Fence(row.fence), attempt);
    }

    @Override
    public synchronized boolean renew(RecordKey key, Fence fence, Duration lease) {
        Row row = held(key, fence);
        if (row == null) {
            return false;
        }
        row.leaseUntil = clock.instant().plus(lease);
        return true;
    }

    @Override
    public synchronized boolean complete(RecordKey key, Fence fence, Completion completion) {
        Row row = held(key, fence);
        if (row == null) {
            return false;
        }
        row.record = MemoryRecords.completed(row.record, completion, clock.instant());
        return true;
    }

    @Override
    public synchronized boolean release(RecordKey key, Fence fence) {
        return held(key, fence) != null && rows.remove(key) != null;
    }

    @Override
    public synchronized boolean abandon(RecordKey key, Fence fence) {
        Row row = held(key, fence);
        if (row == null) {
            return false;
        }
        row.leaseUntil = clock.instant();
        return true;
    }

    @Override
    public synchronized Optional<byte[]> find(RecordKey key, String step) {
        Row row = rows.get(key);
        return row == null ? Optional.empty() : Optional.ofNullable(row.steps.get(step));
    }

    @Override
    public synchronized boolean keep(RecordKey key, Fence fence, String step, byte[] result) {
        Row row = held(key, fence);
        if (row == null) {
            return false;
        }
        row.steps.putIfAbsent(step, result.clone());
        return true;
    }

    private @Nullable Row held(RecordKey key, Fence fence) {
        Row row = rows.get(key);
        return row != null && row.fence == fence.number() && row.record.state() == RecordState.CLAIMED ? row : null;
    }

    @Override
    public synchronized Optional<IdempotencyRecord> find(RecordKey key) {
        return Optional.ofNullable(rows.get(key))
                .filter(row -> !row.isOver(clock.instant()))
                .map(row -> row.record);
    }

    @Override
    public synchronized Optional<FoundRecord> find(RecordId id) {
        return rows.values().stream()
                .filter(row -> row.record.key().id().equals(id))
                .findFirst()
                .map(row -> row.found(clock.instant()));
    }

    @Override
    public synchronized List<FoundRecord> openClaims(int limit) {
        return rows.values().stream()
                .filter(row -> row.record.state() == RecordState.CLAIMED)
                .sorted(Comparator.comparing(row -> row.leaseUntil))
                .limit(limit)
                .map(row -> row.found(clock.instant()))
                .toList();
    }

    @Override
    public synchronized Claims countClaims() {
        List<FoundRecord> all = openClaims(Integer.MAX_VALUE);
        long working = all.stream()
                .filter(claim -> claim.standing() == FoundRecord.Standing.WORKING)
                .count();
        return new Claims(working, all.size() - working);
    }

    @Override
    public synchronized int purgeExpired(int limit) {
        Instant now = clock.instant();
        List<RecordKey> over = rows.values().stream()
                .filter(row -> row.isOver(now))
                .map(row -> row.record.key())
                .limit(limit)
                .toList();
        over.forEach(rows::remove);
        return over.size();
    }

    /** How many records are kept, whatever their state; expired ones count until they are purged. */
    public synchronized int size() {
        return rows.size();
    }

    private static final class Row {
        private final long fence;
        private final int attempt;
        private final Map<String, byte[]> steps = new HashMap<>();
        private Instant leaseUntil;
        private IdempotencyRecord record;

        Row(long fence, int attempt, Instant leaseUntil, IdempotencyRecord record) {
            this.fence = fence;
            this.attempt = attempt;
            this.leaseUntil = leaseUntil;
            this.record = record;
        }

        boolean isLost(Instant now) {
            return record.state() == RecordState.CLAIMED && !leaseUntil.isAfter(now);
        }

        FoundRecord found(Instant now) {
            boolean working = record.state() == RecordState.CLAIMED && leaseUntil.isAfter(now);
            return new FoundRecord(
                    record,
                    new Fence(fence),
                    attempt,
                    standing(now),
                    working ? Duration.between(now, leaseUntil) : null);
        }

        private FoundRecord.Standing standing(Instant now) {
            return switch (record.state()) {
                case CLAIMED -> isLost(now) ? FoundRecord.Standing.ABANDONED : FoundRecord.Standing.WORKING;
                case COMPLETED -> isOver(now) ? FoundRecord.Standing.EXPIRED : FoundRecord.Standing.COMPLETED;
                case REFUSED -> isOver(now) ? FoundRecord.Standing.EXPIRED : FoundRecord.Standing.REFUSED;
            };
        }

        boolean isOver(Instant now) {
            Instant expiresAt = record.expiresAt();
            return expiresAt != null && !expiresAt.isAfter(now);
        }
    }
}
