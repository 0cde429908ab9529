package io.onlyonce.spring.actuate;

import io.onlyonce.audit.AuditEntry;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the audit table.
 *
 * @param id names the last one of a page, to ask for the next
 * @param scope digest of whose key it is
 * @param key digest of the key
 */
public record EventView(
        UUID id,
        Instant at,
        UUID record,
        String operation,
        String scope,
        String key,
        String event,
        String state,
        @Nullable String layer,
        int attempt,
        @Nullable String code,
        @Nullable String number,
        @Nullable String request,
        long tookMicros,
        @Nullable String actor) {
    private static final int NANOS_IN_MICRO = 1000;

    static EventView of(AuditEntry entry) {
        return new EventView(
                entry.id().toUuid(),
                entry.id().time(),
                entry.record().toUuid(),
                entry.operation(),
                entry.scope(),
                entry.key(),
                entry.event(),
                entry.state(),
                entry.layer(),
                entry.attempt(),
                entry.summary().code(),
                entry.summary().number(),
                entry.request(),
                entry.took().toNanos() / NANOS_IN_MICRO,
                entry.actor());
    }
}
