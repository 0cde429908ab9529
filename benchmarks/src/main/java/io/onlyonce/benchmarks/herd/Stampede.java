package io.onlyonce.benchmarks.herd;

import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.benchmarks.design.Business;
import io.onlyonce.benchmarks.design.Design;
import io.onlyonce.benchmarks.design.Payment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Copies of one payment that arrive at once, dealt out to the nodes in turn. */
final class Stampede implements AutoCloseable {
    private static final double NANOS_PER_MILLI = 1e6;

    private final List<Instance> instances;
    private final Business business;
    private final int copies;
    private final double workMillis;
    private final ExecutorService workers;

    /** A design on one node. */
    record Instance(Design design, HikariDataSource pool) {}

    /**
     * @param business of all nodes
     * @param workMillis how long the business thinks
     */
    Stampede(List<Instance> instances, Business business, int copies, double workMillis) {
        this.instances = instances;
        this.business = business;
        this.copies = copies;
        this.workMillis = workMillis;
        this.workers = Executors.newFixedThreadPool(copies);
    }

    /**
     * What one herd did.
     *
     * @param lastMillis the last answer, without the time that the business thinks
     * @param executions how often the business was run
     * @param connections the most that the nodes' pools had given out at once
     * @param wrong copies that got an error or another answer
     */
    record Result(double lastMillis, long executions, int connections, List<String> wrong) {}

    /** Lets all copies of this payment go at once. */
    Result run(Payment payment) throws Exception {
        long executionsBefore = business.executions();
        CyclicBarrier start = new CyclicBarrier(copies + 1);
        List<Future<Copy>> running = new ArrayList<>();
        for (int copy = 0; copy < copies; copy++) {
            Design design = instances.get(copy % instances.size()).design();
            running.add(workers.submit(() -> {
                start.await();
                return pay(design, payment);
            }));
        }
        try (Sampler sampler = new Sampler()) {
            start.await();
            long began = System.nanoTime();
            long last = began;
            List<String> wrong = new ArrayList<>();
            for (Future<Copy> copy : running) {
                Copy ended = copy.get();
                last = Math.max(last, ended.nanos());
                if (!ended.answer().equals(payment.answer())) {
                    wrong.add(ended.answer());
                }
            }
            return new Result(
                    (last - began) / NANOS_PER_MILLI - workMillis,
                    business.executions() - executionsBefore,
                    sampler.most.get(),
                    wrong);
        }
    }

    private record Copy(String answer, long nanos) {}

    private static Copy pay(Design design, Payment payment) {
        try {
            return new Copy(design.pay(payment), System.nanoTime());
        } catch (Exception e) { // an error is a result, too
            return new Copy(e.toString(), System.nanoTime());
        }
    }

    /** Looks at the pools again and again. */
    private final class Sampler implements AutoCloseable {
        private static final long PAUSE_MICROS = 500;

        private final AtomicInteger most = new AtomicInteger();
        private final Thread thread = new Thread(this::look, "sampler");
        private volatile boolean running = true;

        Sampler() {
            thread.start();
        }

        private void look() {
            while (running) {
                int active = instances.stream()
                        .mapToInt(instance ->
                                instance.pool().getHikariPoolMXBean().getActiveConnections())
                        .sum();
                most.accumulateAndGet(active, Math::max);
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(PAUSE_MICROS));
            }
        }

        @Override
        public void close() {
            running = false;
        }
    }

    @Override
    public void close() {
        workers.shutdown();
    }
}
