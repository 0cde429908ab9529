package io.onlyonce.jdbc;

import io.onlyonce.IdempotencyKey;
import io.onlyonce.Operation;
import io.onlyonce.Scope;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A claim to be inserted.
 *
 * @param fence positive, drawn at random: it only has to be unique
 * @param lease null = a transactional claim
 * @param expiry how long the row lasts from now, once it is completed; null = its completion says so
 * @param patience how long to wait for a transaction that holds the key
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
record NewClaim(
        RecordKey key,
        RecordId id,
        byte[] fingerprint,
        long fence,
        @Nullable Duration lease,
        @Nullable Duration expiry,
        Duration patience) {
    /** A leased claim meets only transactions that are about to end. */
    private static final Duration BRIEF = Duration.ofSeconds(1);

    /** Work that takes no longer than this leaves the expiry, and so the index on it, as the claim has written it. */
    private static final Duration SLACK = Duration.ofSeconds(10);

    static NewClaim transactional(ClaimRequest request) {
        Duration retention = request.retention();
        return of(request, null, retention == null ? null : retention.plus(SLACK), request.time());
    }

    /** Without an expiry: open claims are found by that. */
    static NewClaim leased(ClaimRequest request) {
        return of(request, request.time(), null, BRIEF);
    }

    private static NewClaim of(
            ClaimRequest request, @Nullable Duration lease, @Nullable Duration expiry, Duration patience) {
        mustFit("scope", request.key().scope(), Scope.MAX_BYTES);
        mustFit("operation", request.key().operation(), Operation.MAX_NAME_LENGTH);
        mustFit("idempotency_key", request.key().key(), IdempotencyKey.MAX_LENGTH);
        return new NewClaim(
                request.key(),
                request.key().id(),
                request.fingerprint().bytes(),
                ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE),
                lease,
                expiry,
                patience);
    }

    /** A database in a lax mode would cut the text instead, and make two keys one. */
    private static void mustFit(String column, String text, int limit) {
        if (text.length() > limit / 3) { // else it fits, whatever its characters
            int bytes = text.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > limit) {
                throw new IllegalArgumentException(JdbcTexts.tooLong(column, bytes, limit));
            }
        }
    }
}
