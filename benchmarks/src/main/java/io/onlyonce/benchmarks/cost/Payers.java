package io.onlyonce.benchmarks.cost;

import io.onlyonce.benchmarks.design.Books;
import io.onlyonce.benchmarks.design.Design;
import io.onlyonce.benchmarks.design.DesignType;
import io.onlyonce.benchmarks.design.Keys;
import io.onlyonce.benchmarks.design.Payment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Threads that pay without a pause, each payment with a new key. */
public final class Payers implements AutoCloseable {
    private static final int DIGITS = 3;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final int threads;
    private final Keys keys;
    private final Books books;
    private final ServerCpu serverCpu;
    private final ExecutorService workers;

    /** So many threads. */
    public Payers(int threads, Keys keys, Books books, ServerCpu serverCpu) {
        this.threads = threads;
        this.keys = keys;
        this.books = books;
        this.serverCpu = serverCpu;
        this.workers = Executors.newFixedThreadPool(threads);
    }

    /** Lets all of them pay by this design for so long. */
    public Slice pay(DesignType type, Design design, Duration duration) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        ServerCpu.Reading before = serverCpu.read();
        long began = System.nanoTime();
        List<Future<Payer>> payers = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            payers.add(workers.submit(() -> {
                start.await();
                return new Payer().pay(type, design, began + duration.toNanos());
            }));
        }
        Payer all = new Payer();
        for (Future<Payer> payer : payers) {
            all.add(payer.get());
        }
        double seconds = (System.nanoTime() - began) / (double) TimeUnit.SECONDS.toNanos(1);
        return new Slice(
                all.nanos, seconds, all.cpu, serverCpu.read().secondsSince(before), all.errors, all.firstError);
    }

    /** One thread's account. */
    private final class Payer {
        private final Histogram nanos = new Histogram(DIGITS);
        private long cpu;
        private int errors;
        private @Nullable String firstError;

        /** Pays once at least: a slice in which nobody paid has no figures, and on a busy machine one may be over before its threads are there. */
        Payer pay(DesignType type, Design design, long end) {
            long cpuBefore = THREADS.getCurrentThreadCpuTime();
            long now = System.nanoTime();
            do {
                try {
                    design.pay(Payment.of(keys.next()));
                    books.paid(type);
                    long after = System.nanoTime();
                    nanos.recordValue(after - now);
                    now = after;
                } catch (Exception e) { // an error is a result, too
                    failed(e);
                    now = System.nanoTime();
                }
            } while (now < end);
            cpu = THREADS.getCurrentThreadCpuTime() - cpuBefore;
            return this;
        }

        private void failed(Exception e) {
            errors++;
            if (firstError == null) {
                firstError = e.toString();
            }
        }

        void add(Payer other) {
            nanos.add(other.nanos);
            cpu += other.cpu;
            errors += other.errors;
            firstError = firstError == null ? other.firstError : firstError;
        }
    }

    @Override
    public void close() {
        workers.shutdown();
    }
}
