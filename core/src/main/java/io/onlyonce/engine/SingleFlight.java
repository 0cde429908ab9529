package io.onlyonce.engine;

import io.onlyonce.Outcome;
import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import io.onlyonce.probe.Decision.Layer;
import io.onlyonce.record.Answered;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets one call per key go to the store; its copies in this process wait beside it in memory, holding no connection, and get its answer when it lands.
 *
 * <p>This is no protection (another process knows nothing of it) but it keeps a herd of copies from taking the whole connection pool. When a leader
 * fails, one of the waiters leads next. The number of waiters is bounded: further copies are told "in progress" at once.
 */
final class SingleFlight {
    private static final int WAITERS_PER_KEY = 128;
    private static final int WAITERS_IN_ALL = 1024;
    private static final Duration COME_BACK = Duration.ofSeconds(1);

    private final ConcurrentMap<RecordKey, Flight> flights = new ConcurrentHashMap<>();
    private final Semaphore seats = new Semaphore(WAITERS_IN_ALL);

    <T extends @Nullable Object> Outcome<T> share(Request<T> request, Watch watch, Callable<Landing<T>> leader)
            throws Exception {
        long deadline = System.nanoTime() + request.operation().patience().toNanos();
        while (true) {
            Flight mine = new Flight();
            Flight other = flights.putIfAbsent(request.key(), mine);
            if (other == null) {
                watch.by(Layer.RECORD);
                return lead(request.key(), mine, leader);
            }
            mustNotBeFlownHere(request.key());
            watch.by(Layer.FLIGHT);
            if (!await(other, deadline - System.nanoTime())) {
                return new Outcome.InProgress<>(request.key(), COME_BACK);
            }
            Answered answered = other.answered;
            if (answered != null) {
                return request.replay(answered);
            }
        }
    }

    private <T extends @Nullable Object> Outcome<T> lead(RecordKey key, Flight flight, Callable<Landing<T>> leader)
            throws Exception {
        try {
            Landing<T> ended = leader.call();
            flight.answered = ended.answered();
            return ended.outcome();
        } finally {
            flights.remove(key, flight);
            flight.landed.countDown();
        }
    }

    /** Work that calls itself with its own key would wait for itself. */
    void mustNotBeFlownHere(RecordKey key) {
        Flight flight = flights.get(key);
        if (flight != null && flight.pilot == Thread.currentThread()) {
            throw new MisuseException(ErrorTexts.nested(key));
        }
    }

    private boolean await(Flight flight, long nanos) throws InterruptedException {
        if (!seats.tryAcquire()) {
            return false;
        }
        try {
            return flight.await(nanos);
        } finally {
            seats.release();
        }
    }

    private static final class Flight {
        final Thread pilot = Thread.currentThread();
        final CountDownLatch landed = new CountDownLatch(1);
        final Semaphore seats = new Semaphore(WAITERS_PER_KEY);
        volatile @Nullable Answered answered;

        boolean await(long nanos) throws InterruptedException {
            if (!seats.tryAcquire()) {
                return false;
            }
            try {
                return landed.await(nanos, TimeUnit.NANOSECONDS);
            } finally {
                seats.release();
            }
        }
    }
}
