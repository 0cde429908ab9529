package io.onlyonce.probe;

/** Hears of requests that an edge refuses before anything is asked: logs, meters and the audit trail hang here. Must be thread-safe and must not throw. */
@FunctionalInterface
public interface RejectionEvents {
    /** A request was refused; exactly once per request. */
    void rejected(Rejection rejection);
}
