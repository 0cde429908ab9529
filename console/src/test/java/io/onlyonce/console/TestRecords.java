package io.onlyonce.console;

import io.onlyonce.Fingerprint;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Fence;
import io.onlyonce.record.FoundRecord;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.util.Optional;

/** Records in memory, and what callers do to them. */
final class TestRecords {
    private static final Fingerprint PAYLOAD =
            Fingerprint.hasher().add("payload").finish();
    private static final Duration LEASE = Duration.ofMinutes(5);

    final MemoryLeasedRecordStore store = new MemoryLeasedRecordStore();

    /** A claim at work. */
    Fence claim(RecordKey key) {
        return ((Claim.Claimed) store.claim(new ClaimRequest(key, PAYLOAD, LEASE))).fence();
    }

    /** A claim that its owner has given up. */
    Fence abandoned(RecordKey key) {
        Fence fence = claim(key);
        store.abandon(key, fence);
        return fence;
    }

    Optional<FoundRecord> find(RecordId id) {
        return store.find(id);
    }
}
