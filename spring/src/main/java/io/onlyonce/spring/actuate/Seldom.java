package io.onlyonce.spring.actuate;

import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a far away store says, asked at most once in ten seconds, however often a meter is read. Thread-safe. */
final class Seldom<T> {
    private static final Duration FRESH = Duration.ofSeconds(10);

    private final Supplier<@Nullable T> question;
    private final LongSupplier nanoTime;
    private final Lock turn = new ReentrantLock(); // no monitor: who asks may be a virtual thread
    private @Nullable T last;
    private long lastAsked;
    private boolean asked;

    /**
     * @param question gives null where nobody answers
     */
    Seldom(Supplier<@Nullable T> question, LongSupplier nanoTime) {
        this.question = question;
        this.nanoTime = nanoTime;
    }

    @Nullable
    T value() {
        turn.lock();
        try {
            long now = nanoTime.getAsLong();
            if (!asked || now - lastAsked >= FRESH.toNanos()) {
                asked = true;
                lastAsked = now;
                last = question.get();
            }
            return last;
        } finally {
            turn.unlock();
        }
    }
}
