package io.onlyonce.record;

import io.onlyonce.record.FoundRecord.Standing;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Says of abandoned claims what people have found out about them. Each verdict takes the claim over first, naming the fence that was looked at: of several people, and of a
 * request that takes over by itself, exactly one gets it, and a late owner finds its fence lost. Thread-safe.
 */
public final class AbandonedClaims {
    /** For the second statement of a verdict; if the process dies before it, the claim is abandoned again. */
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final RecordSearch search;
    private final LeasedRecordStore store;

    /**
     * @param search looks at the store's records
     * @param store the same store
     */
    public AbandonedClaims(RecordSearch search, LeasedRecordStore store) {
        this.search = search;
        this.store = store;
    }

    /**
     * Nothing had happened: the record is removed, and the next call with its key runs the work.
     *
     * @param seen the fence that the record had when it was looked at
     * @return the record that it was; empty if it isn't an abandoned claim with this fence any more, then nothing is changed
     */
    public Optional<RecordKey> release(RecordId id, Fence seen) {
        return settle(id, seen, claim -> store.release(claim.key, claim.fence));
    }

    /**
     * It had taken effect: the record is completed without an answer, and the next call with its key is told that it was done and that the answer is not available.
     *
     * @param seen as for {@link #release}
     * @param retention how long that is remembered
     * @return as for {@link #release}
     */
    public Optional<RecordKey> confirm(RecordId id, Fence seen, Duration retention) {
        Completion done = new Completion(RecordState.COMPLETED, null, null, retention);
        return settle(id, seen, claim -> store.complete(claim.key, claim.fence, done));
    }

    private record Held(RecordKey key, Fence fence) {}

    private Optional<RecordKey> settle(RecordId id, Fence seen, Predicate<Held> verdict) {
        return search.find(id)
                .filter(found -> found.standing() == Standing.ABANDONED)
                .filter(found -> found.fence().equals(seen))
                .flatMap(found -> takeOver(found.record(), seen))
                .filter(verdict)
                .map(Held::key);
    }

    private Optional<Held> takeOver(IdempotencyRecord found, Fence lost) {
        Claim claim = store.takeOver(new ClaimRequest(found.key(), found.fingerprint(), LEASE), lost);
        if (!(claim instanceof Claim.Claimed won)) {
            return Optional.empty();
        }
        if (won.attempt()
                == 1) { // somebody else has released it, so this is a claim of a free key, and nobody asked for its
            // work
            store.release(found.key(), won.fence());
            return Optional.empty();
        }
        return Optional.of(new Held(found.key(), won.fence()));
    }
}
