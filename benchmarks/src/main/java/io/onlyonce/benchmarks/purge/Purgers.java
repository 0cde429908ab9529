package io.onlyonce.benchmarks.purge;

import io.onlyonce.record.RecordMaintenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Purgers of several nodes at once, each in the manner of the Spring Boot starter: a batch, a pause, until a batch is not full. */
final class Purgers {
    /** So many times as long as the batch took, as the starter rests. */
    private static final int REST = 3;

    private final int batchSize;
    private final int pauseMillis;
    private final Queue<Batch> batches = new ConcurrentLinkedQueue<>();
    private final AtomicInteger errors = new AtomicInteger();
    private final AtomicReference<@Nullable String> firstError = new AtomicReference<>();
    private long nanos;

    private record Batch(int rows, long nanos) {}

    /**
     * What was measured.
     *
     * @param millis how long each batch took, in the order of their ends
     */
    record Measured(
            long rows,
            double seconds,
            List<Double> millis,
            int errors,
            @Nullable String firstError) {
        private static final int PARTS = 10;

        int batches() {
            return millis.size();
        }

        /** The mean time of the first tenth of the batches. */
        double early() {
            return mean(millis.subList(0, part()));
        }

        /** The mean time of the last tenth. */
        double late() {
            return mean(millis.subList(batches() - part(), batches()));
        }

        double slowest() {
            return millis.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        }

        private int part() {
            return Math.min(batches(), Math.max(1, batches() / PARTS));
        }

        private static double mean(List<Double> some) {
            return some.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        }
    }

    Purgers(int batchSize, int pauseMillis) {
        this.batchSize = batchSize;
        this.pauseMillis = pauseMillis;
    }

    /** Lets one thread for each of these purge, until each has met a batch that was not full. */
    void run(List<? extends RecordMaintenance> nodes) throws InterruptedException {
        long start = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (RecordMaintenance node : nodes) {
            Thread thread = new Thread(() -> purge(node), "purger-" + threads.size());
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        nanos += System.nanoTime() - start;
    }

    /** What all runs have done. */
    Measured measured() {
        return new Measured(
                batches.stream().mapToLong(Batch::rows).sum(),
                nanos / (double) TimeUnit.SECONDS.toNanos(1),
                batches.stream()
                        .map(batch -> batch.nanos() / (double) TimeUnit.MILLISECONDS.toNanos(1))
                        .toList(),
                errors.get(),
                firstError.get());
    }

    private void purge(RecordMaintenance node) {
        try {
            for (Batch batch = batch(node); batch.rows == batchSize; batch = batch(node)) {
                long rest = TimeUnit.NANOSECONDS.toMillis(REST * batch.nanos);
                TimeUnit.MILLISECONDS.sleep(Math.max(pauseMillis, rest));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) { // a purge that fails is a result, too
            errors.incrementAndGet();
            firstError.compareAndSet(null, e.toString());
        }
    }

    private Batch batch(RecordMaintenance node) {
        long start = System.nanoTime();
        int rows = node.purgeExpired(batchSize);
        Batch batch = new Batch(rows, System.nanoTime() - start);
        batches.add(batch);
        return batch;
    }
}
