package io.onlyonce.testkit.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** The system's clock, set on by a test. */
final class AdjustableClock implements InstantSource {
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

    @Override
    public Instant instant() {
        return InstantSource.system().instant().plus(ahead.get());
    }

    void setOn(Duration duration) {
        ahead.accumulateAndGet(duration, Duration::plus);
    }
}
