package io.onlyonce.benchmarks.cost;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one design did in one slice of time.
 *
 * @param nanos latencies of the payments that succeeded
 * @param seconds how long it took
 * @param clientCpuNanos of the threads that paid, all payments together
 * @param serverCpuSeconds all payments together; NaN where it cannot be read
 */
public record Slice(
        Histogram nanos,
        double seconds,
        long clientCpuNanos,
        double serverCpuSeconds,
        int errors,
        @Nullable String firstError) {
    private static final double MEDIAN = 50;
    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;

    /** Payments a second. */
    public double perSecond() {
        return nanos.getTotalCount() / seconds;
    }

    /** The median of the latencies. */
    public double medianMicros() {
        return nanos.getValueAtPercentile(MEDIAN) / THOUSAND;
    }

    /** Of one payment. */
    public double clientCpuMicros() {
        return clientCpuNanos / THOUSAND / nanos.getTotalCount();
    }

    /** Of one payment; NaN where it cannot be read. */
    public double serverCpuMicros() {
        return serverCpuSeconds * MILLION / nanos.getTotalCount();
    }
}
