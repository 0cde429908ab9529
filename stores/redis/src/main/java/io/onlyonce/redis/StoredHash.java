package io.onlyonce.redis;

import io.onlyonce.Fingerprint;
import io.onlyonce.record.Answered;
import io.onlyonce.record.Claim;
import io.onlyonce.record.Fence;
import io.onlyonce.record.IdempotencyRecord;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record's hash, as a script read it at {@code now}, in µs of Redis' clock. Its first fields are scope, operation, key, fingerprint, state, code, answer, fence,
 * attempt, µs of the lease's end, µs of creation, ms of expiry.
 */
record StoredHash(long now, List<?> fields) {
    private static final List<String> NAMES = List.of(
            "scope",
            "operation",
            "key",
            "fingerprint",
            "state",
            "code",
            "answer",
            "fence",
            "attempt",
            "lease",
            "created",
            "expires");

    static StoredHash of(Object now, Object fields) {
        return new StoredHash(Bytes.number((byte[]) now), (List<?>) fields);
    }

    /** Whether a record is there, and not only the fence of one that was released. */
    boolean isRecord() {
        return optional("state") != null;
    }

    /** What a claimant is told. */
    Claim standing(RecordKey wanted) {
        IdempotencyRecord record = record(wanted);
        if (record.state() != RecordState.CLAIMED) {
            return new Claim.Completed(record);
        }
        long left = number("lease") - now;
        return left > 0
                ? new Claim.InProgress(Duration.of(left, ChronoUnit.MICROS))
                : new Claim.Abandoned(
                        new Fence(number("fence")), Math.toIntExact(number("attempt")), record.fingerprint());
    }

    /** What a cache keeps of a finished record; how long it lasts is not known here. */
    Answered answered(RecordKey wanted) {
        wanted.mustEqual(storedKey());
        byte[] code = optional("code");
        return new Answered(
                Fingerprint.ofBytes(required("fingerprint")),
                state(text("state")),
                code == null ? null : Bytes.text(code),
                optional("answer"),
                Duration.ZERO);
    }

    private RecordKey storedKey() {
        return new RecordKey(text("scope"), text("operation"), text("key"));
    }

    IdempotencyRecord record(RecordKey wanted) {
        wanted.mustEqual(storedKey());
        byte[] code = optional("code");
        byte[] expires = optional("expires");
        return new IdempotencyRecord(
                wanted,
                Fingerprint.ofBytes(required("fingerprint")),
                state(text("state")),
                code == null ? null : Bytes.text(code),
                optional("answer"),
                Instant.EPOCH.plus(number("created"), ChronoUnit.MICROS),
                expires == null ? null : Instant.ofEpochMilli(Bytes.number(expires)));
    }

    /** The letter that a state is stored as. */
    static String letter(RecordState state) {
        return switch (state) {
            case CLAIMED -> "C";
            case COMPLETED -> "D";
            case REFUSED -> "R";
        };
    }

    private static RecordState state(String letter) {
        return switch (letter) {
            case "C" -> RecordState.CLAIMED;
            case "D" -> RecordState.COMPLETED;
            case "R" -> RecordState.REFUSED;
            default -> throw new IllegalStateException(RedisTexts.unknownState(letter));
        };
    }

    private long number(String field) {
        return Bytes.number(required(field));
    }

    private String text(String field) {
        return Bytes.text(required(field));
    }

    private byte[] required(String field) {
        byte[] value = optional(field);
        if (value == null) {
            throw new IllegalStateException(RedisTexts.incomplete(field));
        }
        return value;
    }

    private byte @Nullable [] optional(String field) {
        return (byte @Nullable []) fields.get(NAMES.indexOf(field));
    }
}
