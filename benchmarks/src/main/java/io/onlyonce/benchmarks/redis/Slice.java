package io.onlyonce.benchmarks.redis;

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
 */
record Slice(long operations, double perSecond) {
    /** A number holds its thread in the upper half. */
    private static final int THREAD_SHIFT = 32;

    /** Lets threads operate, each one thing after the other, for this long. */
    static Slice of(Contestant contestant, int threads, long millis) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Slice>> work = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                long first = (long) thread << THREAD_SHIFT;
                work.add(() -> {
                    start.await();
                    return alone(contestant, first, TimeUnit.MILLISECONDS.toNanos(millis));
                });
            }
            long operations = 0;
            double perSecond = 0;
            for (Future<Slice> ended : pool.invokeAll(work)) {
                operations += ended.get().operations();
                perSecond += ended.get().perSecond();
            }
            return new Slice(operations, perSecond);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Whose number it is: 0, 1, 2 … */
    static int threadOf(long number) {
        return (int) (number >>> THREAD_SHIFT);
    }

    private static Slice alone(Contestant contestant, long first, long nanos) throws Exception {
        long start = System.nanoTime();
        long number = first;
        long took;
        do {
            contestant.operate(number++);
            took = System.nanoTime() - start;
        } while (took < nanos);
        return new Slice(number - first, (number - first) * 1e9 / took);
    }
}
