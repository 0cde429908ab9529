package io.onlyonce.simulator;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Time that passes only while somebody waits, and then at once. */
final class TestTime extends Clock implements Waiter {
    private final List<Duration> waited = new CopyOnWriteArrayList<>();
    private Instant now = Instant.now();

    List<Duration> waited() {
        return waited;
    }

    @Override
    public synchronized void await(Duration delay) {
        waited.add(delay);
        now = now.plus(delay);
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException();
    }
}
