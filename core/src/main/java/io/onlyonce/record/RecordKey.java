package io.onlyonce.record;

import io.onlyonce.IdempotencyKey;
import io.onlyonce.Scope;
import io.onlyonce.error.ErrorTexts;

/**
 * What identifies a record: scope, operation and key, each as readable text. Immutable and thread-safe.
 *
 * @param scope the {@linkplain Scope#text() text} of the scope
 * @param operation the operation's name
 * @param key the client's key
 */
public record RecordKey(String scope, String operation, String key) {
    /** The key of a record for a call of an operation. */
    public static RecordKey of(Scope scope, String operation, IdempotencyKey key) {
        return new RecordKey(scope.text(), operation, key.value());
    }

    /** The operation and the record's id: scope and key may be personal or secret, and texts like this one end up in logs. */
    @Override
    public String toString() {
        return operation + " (record " + id().toUuid() + ")";
    }

    /** The 16 bytes that the record is stored under. */
    public RecordId id() {
        return RecordId.of(this);
    }

    /**
     * To be called by a store with each row that it found under {@link #id()}: two keys that share an id are a broken store or a forged row, never a
     * replay.
     *
     * @throws IllegalStateException if the row belongs to another key
     */
    public void mustEqual(RecordKey stored) {
        if (!equals(stored)) {
            throw new IllegalStateException(ErrorTexts.foreignRow(this, stored));
        }
    }
}
