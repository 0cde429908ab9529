package io.onlyonce.simulator;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The system's clock, but whoever asks it lets the others go first: a window between look and act is wide open. */
final class YieldingClock extends Clock {
    private static final int YIELDS = 100;

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it but how likely a race shows
    public Instant instant() {
        for (int i = 0; i < YIELDS; i++) {
            Thread.yield();
        }
        return Instant.now();
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
