package io.onlyonce.benchmarks.wire;

import java.util.concurrent.atomic.AtomicLong;

/** Counts of all connections together. Thread-safe. */
final class Tally {
    private final AtomicLong roundTrips = new AtomicLong();
    private final AtomicLong statements = new AtomicLong();
    private final AtomicLong commits = new AtomicLong();

    void roundTrip() {
        roundTrips.incrementAndGet();
    }

    void statement() {
        statements.incrementAndGet();
    }

    void commit() {
        commits.incrementAndGet();
    }

    Counts counts() {
        return new Counts(roundTrips.get(), statements.get(), commits.get());
    }
}
