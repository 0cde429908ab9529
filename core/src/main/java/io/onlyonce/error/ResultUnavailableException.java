package io.onlyonce.error;

import io.onlyonce.record.RecordKey;

/** The operation is done, but its answer was not kept or cannot be read any more. It is never run again. */
public final class ResultUnavailableException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    private final transient RecordKey key;

    public ResultUnavailableException(RecordKey key) {
        super("result-unavailable", ErrorTexts.resultUnavailable(key));
        this.key = key;
    }

    /** Scope, operation and key. */
    public RecordKey key() {
        return key;
    }
}
