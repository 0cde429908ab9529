package io.onlyonce.error;

import io.onlyonce.record.RecordKey;

/** This attempt was overtaken: another one owns the record. Its writes that named the fence changed nothing. */
public final class FenceLostException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    private final transient RecordKey key;

    public FenceLostException(RecordKey key) {
        super("fence-lost", ErrorTexts.fenceLost(key));
        this.key = key;
    }

    /** Scope, operation and key. */
    public RecordKey key() {
        return key;
    }
}
