package io.onlyonce.spring.autoconfigure;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Work that is done again and again with a pause between, on a thread of its own. */
final class Rounds {
    private static final int PATIENCE_SECONDS = 10;

    private final String name;
    private volatile ScheduledExecutorService timer = stopped();

    /**
     * @param name of the thread
     */
    Rounds(String name) {
        this.name = name;
    }

    /**
     * @param round must not throw: a round that does is the last one
     */
    void start(Duration pause, Runnable round) {
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        long millis = pause.toMillis();
        var unused = timer.scheduleWithFixedDelay(round, millis, millis, TimeUnit.MILLISECONDS); // stop() ends it
    }

    /** Lets a round that is under way end, so that nobody takes its data source away. */
    void stop() {
        timer.shutdown();
        try {
            if (!timer.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                timer.shutdownNow();
            }
        } catch (InterruptedException e) {
            timer.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    boolean areRunning() {
        return !timer.isShutdown();
    }

    private static ScheduledExecutorService stopped() {
        ScheduledExecutorService none = Executors.newSingleThreadScheduledExecutor();
        none.shutdown();
        return none;
    }
}
