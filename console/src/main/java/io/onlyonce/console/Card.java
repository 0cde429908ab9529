package io.onlyonce.console;

import io.onlyonce.probe.DecisionLog;
import io.onlyonce.record.FoundRecord;
import io.onlyonce.record.IdempotencyRecord;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A record as a page shows it: neither its answer nor its whole key are in it.
 *
 * @param id the record's id
 * @param keyHead how the key begins
 * @param key digest of the key
 * @param scope digest of whose key it is
 * @param standing how it stands, in small letters
 * @param leaseLeft how many seconds its lease lasts
 */
record Card(
        String id,
        String operation,
        String keyHead,
        String key,
        String scope,
        String standing,
        int attempt,
        long fence,
        Moment created,
        @Nullable Moment expires,
        @Nullable String leaseLeft,
        @Nullable String refusal) {
    private static final int HEAD = 4;

    /** Of a shorter key, its head would tell too much. */
    private static final int SHORT = 2 * HEAD;

    static Card of(FoundRecord found) {
        IdempotencyRecord record = found.record();
        return new Card(
                record.key().id().toUuid().toString(),
                record.key().operation(),
                head(record.key().key()),
                DecisionLog.digest(record.key().key()),
                DecisionLog.digest(record.key().scope()),
                Mark.small(found.standing()),
                found.attempt(),
                found.fence().number(),
                Moment.of(record.createdAt()),
                record.expiresAt() == null ? null : Moment.of(record.expiresAt()),
                seconds(found.leaseLeft()),
                record.refusalCode());
    }

    /** Whether it can be settled. Public for templates. */
    public boolean abandoned() {
        return standing.equals(Mark.small(FoundRecord.Standing.ABANDONED));
    }

    private static String head(String key) {
        int length = key.codePointCount(0, key.length());
        return (length <= SHORT ? "" : key.substring(0, key.offsetByCodePoints(0, HEAD))) + "…";
    }

    private static @Nullable String seconds(@Nullable Duration left) {
        return left == null ? null : Long.toString(left.toSeconds());
    }
}
