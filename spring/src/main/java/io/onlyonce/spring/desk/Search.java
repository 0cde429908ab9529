package io.onlyonce.spring.desk;

import io.onlyonce.audit.AuditId;
import io.onlyonce.record.RecordId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What somebody looks for in the audit table: all that fits all that is told. Null = whatever. Immutable.
 *
 * @param record the record's id
 * @param key the digest of the client's key, as the audit log has it under {@code onlyonce.key}
 * @param number the number that the business knows the answer by
 * @param operation the operation's name
 * @param state where the record stood after the event, in small letters
 * @param event what happened, in small letters
 * @param from the oldest time; null = of one record, key or number all that is kept, else the last 24 hours
 * @param to the first time that is too young
 * @param before the last entry of the page before
 * @param limit how many at most
 */
public record Search(
        @Nullable RecordId record,
        @Nullable String key,
        @Nullable String number,
        @Nullable String operation,
        @Nullable String state,
        @Nullable String event,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable AuditId before,
        int limit) {
    /** Everything. */
    public static Search all(int limit) {
        return new Search(null, null, null, null, null, null, null, null, null, limit);
    }

    /** The life of one record. */
    public static Search of(RecordId record, int limit) {
        return new Search(record, null, null, null, null, null, null, null, null, limit);
    }

    /** All in which this happened. */
    public static Search event(String event, int limit) {
        return new Search(null, null, null, null, null, event, null, null, null, limit);
    }

    boolean isOfOneThing() {
        return record != null || key != null || number != null;
    }
}
