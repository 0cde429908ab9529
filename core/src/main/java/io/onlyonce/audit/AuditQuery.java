package io.onlyonce.audit;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.record.RecordId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which entries are looked for: those that fit all that is told. Null = whatever. Immutable.
 *
 * @param from the oldest time
 * @param before the first entry that is too young: time's end, or the last entry of the page before
 * @param record the record's id
 * @param key the {@linkplain io.onlyonce.probe.DecisionLog#digest digest} of the client's key
 * @param number the number that the business knows the answer by
 * @param operation the operation's name
 * @param state where the record stood after the event, in small letters
 * @param event what happened, in small letters
 * @param limit how many at most, 1 to {@value #MOST}
 */
public record AuditQuery(
        Instant from,
        AuditId before,
        @Nullable RecordId record,
        @Nullable String key,
        @Nullable String number,
        @Nullable String operation,
        @Nullable String state,
        @Nullable String event,
        int limit) {
    /** The longest page. */
    public static final int MOST = 1000;

    /**
     * @throws IllegalArgumentException if the limit is out of its bounds
     */
    public AuditQuery {
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException(ErrorTexts.auditLimit(limit, MOST));
        }
    }

    /** All between two times; the younger end is excluded. */
    public static AuditQuery between(Instant from, Instant to, int limit) {
        return new AuditQuery(from, AuditId.from(to), null, null, null, null, null, null, limit);
    }

    /** Only those of one record. */
    public AuditQuery ofRecord(@Nullable RecordId only) {
        return new AuditQuery(from, before, only, key, number, operation, state, event, limit);
    }

    /** Only those of one key; its digest. */
    public AuditQuery ofKey(@Nullable String only) {
        return new AuditQuery(from, before, record, only, number, operation, state, event, limit);
    }

    /** Only those with this business number. */
    public AuditQuery ofNumber(@Nullable String only) {
        return new AuditQuery(from, before, record, key, only, operation, state, event, limit);
    }

    /** Only those of one operation. */
    public AuditQuery ofOperation(@Nullable String only) {
        return new AuditQuery(from, before, record, key, number, only, state, event, limit);
    }

    /** Only those after which the record stood so. */
    public AuditQuery inState(@Nullable String only) {
        return new AuditQuery(from, before, record, key, number, operation, only, event, limit);
    }

    /** Only those in which this happened. */
    public AuditQuery ofEvent(@Nullable String only) {
        return new AuditQuery(from, before, record, key, number, operation, state, only, limit);
    }

    /** The next page: only those older than this entry. */
    public AuditQuery olderThan(AuditId last) {
        return new AuditQuery(from, last, record, key, number, operation, state, event, limit);
    }
}
