package io.onlyonce.record;

import io.onlyonce.Fingerprint;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a claimant asks a store for.
 *
 * @param key the record
 * @param fingerprint kept with a new record
 * @param time transactional: how long to wait for another claimant's transaction; leased: how long the claim lasts without a renewal
 * @param retention how long the answer will be kept, for a store that likes to know it beforehand; the completion's own is what holds. Null = not known yet
 */
public record ClaimRequest(
        RecordKey key,
        Fingerprint fingerprint,
        Duration time,
        @Nullable Duration retention) {

    /** A request whose retention only the completion tells. */
    public ClaimRequest(RecordKey key, Fingerprint fingerprint, Duration time) {
        this(key, fingerprint, time, null);
    }
}
