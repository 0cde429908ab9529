package io.onlyonce.memory;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordMaintenance;
import io.onlyonce.record.RecordState;
import io.onlyonce.record.RefusedRecords;
import io.onlyonce.record.TransactionalRecordStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Transactional records in memory. Forgets everything with its process: for tests and examples, never for production. Thread-safe. */
public final class MemoryRecordStore implements TransactionalRecordStore, RecordMaintenance, RefusedRecords {
    private static final Duration COME_BACK = Duration.ofSeconds(1);

    private final MemoryTransactions transactions;
    private final InstantSource clock;
    private final Map<RecordKey, Row> rows = new HashMap<>();
    private long lastFence;

    public MemoryRecordStore(MemoryTransactions transactions) {
        this(transactions, InstantSource.system());
    }

    public MemoryRecordStore(MemoryTransactions transactions, InstantSource clock) {
        this.transactions = transactions;
        this.clock = clock;
    }

    @Override
    public synchronized Claim claim(ClaimRequest request) {
        Object owner = transactions.owner();
        long deadline = System.nanoTime() + request.time().toNanos();
        while (true) {
            Row row = rows.get(request.key());
            if (row == null || row.isOver(clock.instant())) {
                return insert(request, owner);
            }
            if (row.isVisibleTo(owner)) {
                return answerOf(row);
            }
            if (!waitUntil(deadline)) {
                return new Claim.InProgress(COME_BACK);
            }
        }
    }

    private Claim insert(ClaimRequest request, Object owner) {
        Row row = new Row(owner, ++lastFence, MemoryRecords.claimed(request, clock.instant()));
        Row before = rows.put(request.key(), row);
        transactions.changed(() -> restore(request.key(), before), () -> publish(row));
        return new Claim.Claimed(new Fence(row.fence), 1);
    }

    private static Claim answerOf(Row row) {
        if (row.record.state() == RecordState.CLAIMED) {
            throw new MisuseException(ErrorTexts.nested(row.record.key()));
        }
        return new Claim.Completed(row.record);
    }

    private boolean waitUntil(long deadline) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            return false;
        }
        try {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public synchronized void complete(RecordKey key, Fence fence, Completion completion) {
        Object owner = transactions.owner();
        Row row = rows.get(key);
        if (row == null
                || row.owner != owner
                || row.fence != fence.number()
                || row.record.state() != RecordState.CLAIMED) {
            throw new FenceLostException(key);
        }
        IdempotencyRecord claimed = row.record;
        row.record = MemoryRecords.completed(claimed, completion, clock.instant());
        transactions.changed(() -> reopen(row, claimed), () -> {});
    }

    private synchronized void restore(RecordKey key, @Nullable Row before) {
        if (before == null) {
            rows.remove(key);
        } else {
            rows.put(key, before);
        }
        notifyAll();
    }

    private synchronized void reopen(Row row, IdempotencyRecord claimed) {
        row.record = claimed;
    }

    private synchronized void publish(Row row) {
        row.owner = null;
        notifyAll();
    }

    @Override
    public synchronized Optional<IdempotencyRecord> find(RecordKey key) {
        return Optional.ofNullable(rows.get(key))
                .filter(row -> row.owner == null && !row.isOver(clock.instant()))
                .map(row -> row.record);
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

    @Override
    public synchronized boolean forget(RecordKey key) {
        Row row = rows.get(key);
        return row != null && row.owner == null && row.record.state() == RecordState.REFUSED && rows.remove(key, row);
    }

    /** How many records are kept, committed ones only; expired ones count until they are purged. */
    public synchronized int size() {
        return (int) rows.values().stream().filter(row -> row.owner == null).count();
    }

    private static final class Row {
        private final long fence;
        private @Nullable Object owner;
        private IdempotencyRecord record;

        Row(Object owner, long fence, IdempotencyRecord record) {
            this.owner = owner;
            this.fence = fence;
            this.record = record;
        }

        boolean isVisibleTo(Object reader) {
            return owner == null || owner == reader;
        }

        boolean isOver(Instant now) {
            Instant expiresAt = record.expiresAt();
            return owner == null && expiresAt != null && !expiresAt.isAfter(now);
        }
    }
}
