package io.onlyonce.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that start at a barrier. */
final class AtOnce {
    private AtOnce() {}

    static <T> List<T> run(int threads, Callable<T> task) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(pool.submit(() -> {
                    start.await(1, TimeUnit.MINUTES);
                    return task.call();
                }));
            }
            List<T> values = new ArrayList<>();
            for (Future<T> one : running) {
                values.add(one.get(1, TimeUnit.MINUTES));
            }
            return values;
        } finally {
            pool.shutdownNow();
        }
    }
}
