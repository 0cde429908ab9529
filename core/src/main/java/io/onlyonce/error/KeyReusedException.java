package io.onlyonce.error;

import io.onlyonce.record.RecordKey;

/** The key was used before for another payload. Nothing was done; send another request with another key. */
public final class KeyReusedException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    private final transient RecordKey key;

    public KeyReusedException(RecordKey key) {
        super("idempotency-key-reused", ErrorTexts.keyReused(key));
        this.key = key;
    }

    /** Scope, operation and key. */
    public RecordKey key() {
        return key;
    }
}
