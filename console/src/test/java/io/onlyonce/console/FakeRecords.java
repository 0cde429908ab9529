package io.onlyonce.console;

import io.onlyonce.Fingerprint;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Fence;
import io.onlyonce.record.FoundRecord;
import io.onlyonce.record.FoundRecord.Standing;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordSearch;
import io.onlyonce.record.RecordState;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks into a store in memory, at the keys that were claimed through it. */
final class FakeRecords implements RecordSearch {
    static final Fingerprint PAYLOAD = Fingerprint.hasher().add("payload").finish();

    final MemoryLeasedRecordStore store = new MemoryLeasedRecordStore();
    private final Map<RecordId, Seen> seen = new LinkedHashMap<>();

    private record Seen(RecordKey key, Fence fence) {}

    /** A claim at work. */
    synchronized Fence claim(RecordKey key) {
        Claim claim = store.claim(new ClaimRequest(key, PAYLOAD, Duration.ofMinutes(5)));
        Fence fence = ((Claim.Claimed) claim).fence();
        seen.put(key.id(), new Seen(key, fence));
        return fence;
    }

    /** A claim that its owner has given up. */
    Fence abandoned(RecordKey key) {
        Fence fence = claim(key);
        store.abandon(key, fence);
        return fence;
    }

    @Override
    public synchronized Optional<FoundRecord> find(RecordId id) {
        return Optional.ofNullable(seen.get(id))
                .flatMap(known -> store.find(known.key()).map(record -> found(record, known.fence())));
    }

    private FoundRecord found(IdempotencyRecord record, Fence fence) {
        if (record.state() == RecordState.COMPLETED) {
            return new FoundRecord(record, fence, 1, Standing.COMPLETED, null);
        }
        if (record.state() == RecordState.REFUSED) {
            return new FoundRecord(record, fence, 1, Standing.REFUSED, null);
        }
        Claim claim = store.claim(new ClaimRequest(record.key(), PAYLOAD, Duration.ofMinutes(5)));
        return claim instanceof Claim.Abandoned lost
                ? new FoundRecord(record, lost.fence(), lost.attempt(), Standing.ABANDONED, null)
                : new FoundRecord(record, fence, 1, Standing.WORKING, ((Claim.InProgress) claim).retryAfter());
    }

    @Override
    public synchronized List<FoundRecord> openClaims(int limit) {
        return seen.keySet().stream()
                .flatMap(id -> find(id).stream())
                .filter(found -> found.record().state() == RecordState.CLAIMED)
                .limit(limit)
                .toList();
    }

    @Override
    public Claims countClaims() {
        List<FoundRecord> open = openClaims(Integer.MAX_VALUE);
        long working = open.stream()
                .filter(found -> found.standing() == Standing.WORKING)
                .count();
        return new Claims(working, open.size() - working);
    }
}
