package io.onlyonce.spring.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Work that is done again and again with a pause between, each on a thread of its own. */
final class Rounds {
    private static final int PATIENCE_SECONDS = 10;

    private final String name;
    private volatile ScheduledExecutorService timer = stopped();

    /**
     * @param name of the threads
     */
    Rounds(String name) {
        this.name = name;
    }

    /** One kind of work. It must not throw: a round that does is its last one. */
    record Work(Duration pause, Runnable round) {}

    void start(List<Work> all) {
        ScheduledExecutorService started = Executors.newScheduledThreadPool(Math.max(1, all.size()), task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        timer = started;
        for (Work work : all) {
            long millis = work.pause().toMillis();
            var unused = started.scheduleWithFixedDelay(
                    work.round(), millis, millis, TimeUnit.MILLISECONDS); // stop() ends it
        }
    }

    /** Lets rounds that are under way end, so that nobody takes their data source away. */
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
