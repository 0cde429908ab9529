package io.onlyonce.error;

import io.onlyonce.record.RecordKey;
import java.time.Duration;

/** Another call with this key is at work. Nothing was done; come back later with the same key. */
public final class RequestInProgressException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    private final transient RecordKey key;
    private final Duration retryAfter;

    public RequestInProgressException(RecordKey key, Duration retryAfter) {
        super("request-in-progress", ErrorTexts.inProgress(key, retryAfter));
        this.key = key;
        this.retryAfter = retryAfter;
    }

    /** Scope, operation and key. */
    public RecordKey key() {
        return key;
    }

    /** When to come back. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
