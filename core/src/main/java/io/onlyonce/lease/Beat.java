package io.onlyonce.lease;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Repeats a step at a steady pace until it is stopped. A step that takes long delays no other's, because each runs on a thread of its own; its own next one is
 * left out until it has ended. Thread-safe.
 */
public final class Beat {
    private static final ScheduledThreadPoolExecutor TIMER = timer();
    /** At most one thread for each beat that is under way; idle ones end. */
    private static final ExecutorService THREADS =
            Executors.newCachedThreadPool(task -> daemon(task, "onlyonce-renewal"));

    private final Runnable step;
    /** No monitor: before Java 24 a virtual thread that waits for one keeps its carrier, and a step may wait for a server. */
    private final Lock turn = new ReentrantLock();

    private final AtomicBoolean underWay = new AtomicBoolean();
    private final ScheduledFuture<?> ticks;
    private boolean stopped;

    private Beat(Duration pace, Runnable step) {
        this.step = step;
        this.ticks = TIMER.scheduleAtFixedRate(this::tick, pace.toNanos(), pace.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** What was stopped is not kept until its next tick would have been due: most beats never have one. */
    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "onlyonce-beat"));
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Starts; the first step is due after one pace.
     *
     * @param step must not throw
     */
    public static Beat start(Duration pace, Runnable step) {
        return new Beat(pace, step);
    }

    private void tick() {
        if (underWay.compareAndSet(false, true)) {
            THREADS.execute(this::take);
        }
    }

    private void take() {
        try {
            takeUnlessStopped();
        } finally {
            underWay.set(false);
        }
    }

    private void takeUnlessStopped() {
        turn.lock();
        try {
            if (!stopped) {
                step.run();
            }
        } finally {
            turn.unlock();
        }
    }

    /** Ends it; when this returns no step is under way, unless it is the one that calls this. */
    public void stop() {
        turn.lock();
        try {
            stopped = true;
            ticks.cancel(false);
        } finally {
            turn.unlock();
        }
    }
}
