package io.onlyonce.probe;

import io.onlyonce.record.RecordKey;

/**
 * Watches runs: audit, metrics and fault injection hang here. Thread-safe.
 *
 * <p>{@link #reached} may throw, to inject a fault at that point; a probe in production must not.
 */
public interface Probe {
    /** Does nothing. */
    Probe NONE = new Probe() {
        @Override
        public void reached(Point point, RecordKey key) {}

        @Override
        public void decided(Decision decision) {}
    };

    /** A run has come to a point. */
    void reached(Point point, RecordKey key);

    /** A call has ended; exactly once per call. */
    void decided(Decision decision);

    /** Both, one after the other. */
    default Probe and(Probe next) {
        Probe first = this;
        return new Probe() {
            @Override
            public void reached(Point point, RecordKey key) {
                first.reached(point, key);
                next.reached(point, key);
            }

            @Override
            public void decided(Decision decision) {
                first.decided(decision);
                next.decided(decision);
            }
        };
    }
}
