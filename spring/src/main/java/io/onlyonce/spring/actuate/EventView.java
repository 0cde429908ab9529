package io.onlyonce.spring.actuate;

import io.onlyonce.audit.AuditEntry;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the audit table.
 *
 * @param id names the last one of a page, to ask for the next
 * @param record null if it is about none: a rejection without a key, or what a person did to many things at once
 * @param scope digest of whose key it is, if that is known
 * @param key digest of the key, if there was one
 */
public record EventView(
        UUID id,
        Instant at,
        @Nullable UUID record,
        String operation,
        @Nullable String scope,
        @Nullable String key,
        String event,
        @Nullable String state,
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
                entry.record() == null ? null : entry.record().toUuid(),
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
