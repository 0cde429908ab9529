package io.onlyonce.error;

import io.onlyonce.record.RecordKey;

/** An attempt was lost in the middle: whether it took effect is unknown, and somebody has to find out. */
public final class OutcomeUnknownException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    private final transient RecordKey key;

    public OutcomeUnknownException(RecordKey key) {
        super("outcome-unknown", ErrorTexts.outcomeUnknown(key));
        this.key = key;
    }

    /** The work ran, but its answer could not be recorded. */
    public OutcomeUnknownException(RecordKey key, Throwable cause) {
        super("outcome-unknown", ErrorTexts.notRecorded(key), cause);
        this.key = key;
    }

    /** Scope, operation and key. */
    public RecordKey key() {
        return key;
    }
}
