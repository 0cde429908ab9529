package io.onlyonce.record;

import io.onlyonce.Fingerprint;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a replay needs of a finished record, whether it was read from the store or written a moment ago by this process. The array is not copied; nobody may
 * change it.
 *
 * @param fingerprint what the first call asked for
 * @param state {@link RecordState#COMPLETED} or {@link RecordState#REFUSED}
 * @param refusalCode the declared refusal's code, if it ended with one
 * @param answer the encoded answer or the refusal's message; null when it was not kept
 * @param fresh for how long from now the store need not be asked: the record lasts at least that long
 */
@SuppressWarnings("ArrayRecordComponent") // bytes between a codec and a store; never compared
public record Answered(
        Fingerprint fingerprint,
        RecordState state,
        @Nullable String refusalCode,
        byte @Nullable [] answer,
        Duration fresh) {
    /** What another process wrote is asked for again after this, because its expiry is told by a clock that is not this one's. */
    private static final Duration BRIEF = Duration.ofMinutes(1);

    /** A record as it was read. */
    public static Answered of(IdempotencyRecord record) {
        Instant expiresAt = record.expiresAt();
        Duration left = expiresAt == null ? Duration.ZERO : Duration.between(Instant.now(), expiresAt);
        return new Answered(
                record.fingerprint(),
                record.state(),
                record.refusalCode(),
                record.answer(),
                left.compareTo(BRIEF) < 0 ? left : BRIEF);
    }

    /** A record as it is about to be written. */
    public static Answered of(Fingerprint fingerprint, Completion completion) {
        return new Answered(
                fingerprint, completion.state(), completion.refusalCode(), completion.answer(), completion.retention());
    }
}
