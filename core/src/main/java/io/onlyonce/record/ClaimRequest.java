package io.onlyonce.record;

import io.onlyonce.Fingerprint;
import java.time.Duration;

/**
 * What a claimant asks a store for.
 *
 * @param key the record
 * @param fingerprint kept with a new record
 * @param time transactional: how long to wait for another claimant's transaction; leased: how long the claim lasts without a renewal
 */
public record ClaimRequest(RecordKey key, Fingerprint fingerprint, Duration time) {}
