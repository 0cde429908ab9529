package io.onlyonce.spring.actuate;

import io.onlyonce.probe.DecisionLog;
import io.onlyonce.record.FoundRecord;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A record as people see it: neither its key nor its answer, but digests of whose key it is and of the key, as the audit log has them.
 *
 * @param standing a {@link FoundRecord.Standing} in small letters
 * @param fence to be named by whoever settles it
 * @param leaseLeftMillis of a claim at work
 */
public record RecordView(
        UUID record,
        String operation,
        String scope,
        String key,
        String standing,
        long fence,
        int attempt,
        @Nullable String refusalCode,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Long leaseLeftMillis) {
    static RecordView of(FoundRecord found) {
        RecordKey key = found.record().key();
        Duration left = found.leaseLeft();
        return new RecordView(
                key.id().toUuid(),
                key.operation(),
                DecisionLog.digest(key.scope()),
                DecisionLog.digest(key.key()),
                found.standing().name().toLowerCase(Locale.ROOT),
                found.fence().number(),
                found.attempt(),
                found.record().refusalCode(),
                found.record().createdAt(),
                found.record().expiresAt(),
                left == null ? null : left.toMillis());
    }
}
