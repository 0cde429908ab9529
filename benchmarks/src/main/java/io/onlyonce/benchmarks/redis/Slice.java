package io.onlyonce.benchmarks.redis;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * What some threads got done in a while.
 *
 * @param operations how many
 * @param perSecond by all threads together
 * @param cpuMicros of this process for one operation
 */
record Slice(long operations, double perSecond, double cpuMicros) {
    /** A number holds its thread in the upper half. */
    private static final int THREAD_SHIFT = 32;

    /** Lets threads operate, each one thing after the other, for this long. */
    static Slice of(Contestant contestant, int threads, long millis) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long cpuBefore = system.getProcessCpuTime();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Alone>> work = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                long first = (long) thread << THREAD_SHIFT;
                work.add(() -> {
                    start.await();
                    return alone(contestant, first, TimeUnit.MILLISECONDS.toNanos(millis));
                });
            }
            long operations = 0;
            double perSecond = 0;
            for (Future<Alone> ended : pool.invokeAll(work)) {
                operations += ended.get().operations();
                perSecond += ended.get().perSecond();
            }
            double cpuMicros = (system.getProcessCpuTime() - cpuBefore) / 1000.0;
            return new Slice(operations, perSecond, cpuMicros / operations);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Whose number it is: 0, 1, 2 … */
    static int threadOf(long number) {
        return (int) (number >>> THREAD_SHIFT);
    }

    private record Alone(long operations, double perSecond) {}

    private static Alone alone(Contestant contestant, long first, long nanos) throws Exception {
        long start = System.nanoTime();
        long number = first;
        long took;
        do {
            contestant.operate(number++);
            took = System.nanoTime() - start;
        } while (took < nanos);
        return new Alone(number - first, (number - first) * 1e9 / took);
    }
}
