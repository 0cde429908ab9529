package io.onlyonce.benchmarks.purge;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Requests at a fixed rate, on a schedule that does not wait for answers. Each one's latency counts from the moment when it was due, so a server that
 * stands still for a second is seen by all requests of that second.
 */
final class Load implements AutoCloseable {
    /** More than the pool has connections: who waits for one is in the latency. */
    private static final int THREADS = 64;

    private static final int DIGITS = 3;
    private static final long END_SECONDS = 120;

    private final Requests requests;
    private final ExecutorService workers = Executors.newFixedThreadPool(THREADS);
    private final Histogram micros = new ConcurrentHistogram(DIGITS);
    private final AtomicInteger errors = new AtomicInteger();
    private final AtomicReference<@Nullable String> firstError = new AtomicReference<>();
    private final Thread schedule;
    private volatile boolean running = true;

    /** What was measured. */
    record Measured(Histogram micros, int errors, @Nullable String firstError) {
        double millis(double percentile) {
            return micros.getValueAtPercentile(percentile) / 1000.0;
        }

        double maxMillis() {
            return micros.getMaxValue() / 1000.0;
        }

        long requests() {
            return micros.getTotalCount();
        }

        /** Both together. */
        Measured and(Measured other) {
            Histogram all = micros.copy();
            all.add(other.micros);
            return new Measured(all, errors + other.errors, firstError == null ? other.firstError : firstError);
        }
    }

    private Load(Requests requests, int rate) {
        this.requests = requests;
        this.schedule = new Thread(() -> keep(TimeUnit.SECONDS.toNanos(1) / rate), "schedule");
    }

    /** Starts it; closing it ends it. */
    static Load start(Requests requests, int rate) {
        Load load = new Load(requests, rate);
        load.schedule.start();
        return load;
    }

    /** Lets it run for so long and ends it. */
    static Measured during(Requests requests, int rate, int seconds) throws InterruptedException {
        try (Load load = start(requests, rate)) {
            TimeUnit.SECONDS.sleep(seconds);
            return load.end();
        }
    }

    private void keep(long interval) {
        long due = System.nanoTime();
        while (running) {
            for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            long meant = due;
            workers.execute(() -> make(meant));
            due += interval;
        }
    }

    private void make(long due) {
        try {
            String wrong = requests.makeNext();
            if (wrong != null) {
                failed(wrong);
            }
        } catch (Exception e) { // a request that fails is a result, too
            failed(e.toString());
        }
        micros.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - due));
    }

    private void failed(String how) {
        errors.incrementAndGet();
        firstError.compareAndSet(null, how);
    }

    /** Stops making requests, waits for those that were made, and tells what was measured. */
    Measured end() throws InterruptedException {
        running = false;
        schedule.join();
        workers.shutdown();
        if (!workers.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
            failed("Requests had not ended after " + END_SECONDS + " s.");
        }
        return new Measured(micros, errors.get(), firstError.get());
    }

    @Override
    public void close() {
        running = false;
        workers.shutdown();
    }
}
