package io.onlyonce.record;

import io.onlyonce.Fingerprint;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored record, as a store read it. The array is not copied; nobody may change it.
 *
 * @param key scope, operation, key
 * @param fingerprint what the first call asked for
 * @param state where it stands
 * @param refusalCode the declared refusal's code, if it ended with one
 * @param answer the encoded answer or the refusal's message; null while claimed, or when the answer was not kept
 * @param createdAt when it was claimed, by the store's clock
 * @param expiresAt when it may be forgotten, by the store's clock; null while claimed
 */
@SuppressWarnings("ArrayRecordComponent") // bytes between a codec and a store; never compared
public record IdempotencyRecord(
        RecordKey key,
        Fingerprint fingerprint,
        RecordState state,
        @Nullable String refusalCode,
        byte @Nullable [] answer,
        Instant createdAt,
        @Nullable Instant expiresAt) {}
