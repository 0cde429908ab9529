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
 * @param patience how long to wait for a transaction that holds the key
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
record NewClaim(
        RecordKey key,
        RecordId id,
        byte[] fingerprint,
        long fence,
        @Nullable Duration lease,
        Duration patience) {
    /** A leased claim meets only transactions that are about to end. */
    private static final Duration BRIEF = Duration.ofSeconds(1);

    static NewClaim transactional(ClaimRequest request) {
        return of(request, null, request.time());
    }

    static NewClaim leased(ClaimRequest request) {
        return of(request, request.time(), BRIEF);
    }

    private static NewClaim of(ClaimRequest request, @Nullable Duration lease, Duration patience) {
        mustFit("scope", request.key().scope(), Scope.MAX_BYTES);
        mustFit("operation", request.key().operation(), Operation.MAX_NAME_LENGTH);
        mustFit("idempotency_key", request.key().key(), IdempotencyKey.MAX_LENGTH);
        return new NewClaim(
                request.key(),
                request.key().id(),
                request.fingerprint().bytes(),
                ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE),
                lease,
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
