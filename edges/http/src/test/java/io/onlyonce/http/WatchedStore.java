package io.onlyonce.http;

import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.TransactionalRecordStore;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Remembers which keys a store was asked for, so that a test can say what it holds in the end. A failure can be planted in front of a claim. */
final class WatchedStore implements TransactionalRecordStore {
    private final MemoryRecordStore store;
    private final Set<RecordKey> asked = ConcurrentHashMap.newKeySet();
    private final AtomicInteger claims = new AtomicInteger();
    private volatile RuntimeException failure;

    WatchedStore(MemoryTransactions transactions) {
        this.store = new MemoryRecordStore(transactions);
    }

    /** From now on each claim fails so; null = no more. */
    void failWith(RuntimeException planted) {
        failure = planted;
    }

    @Override
    public Claim claim(ClaimRequest request) {
        claims.incrementAndGet();
        if (failure != null) {
            throw failure;
        }
        asked.add(request.key());
        return store.claim(request);
    }

    @Override
    public void complete(RecordKey key, Fence fence, Completion completion) {
        store.complete(key, fence, completion);
    }

    /** How often it was touched. */
    int claims() {
        return claims.get();
    }

    /** All records that are committed. */
    List<IdempotencyRecord> records() {
        return asked.stream().map(store::find).flatMap(Optional::stream).toList();
    }
}
