package io.onlyonce.spring.autoconfigure;

import io.onlyonce.spring.OnlyOnceProperties.Purge;
import io.onlyonce.spring.SpringTexts;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Clears expired records and tokens away: every round in small batches until none is left, on a thread of its own. */
final class PurgeSchedule implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(PurgeSchedule.class);

    private static final int PATIENCE_SECONDS = 10;

    private final List<IntUnaryOperator> stores;
    private final Purge purge;
    private volatile ScheduledExecutorService timer = stopped();

    /**
     * @param stores delete a batch of at most so many, and say how many they deleted
     */
    PurgeSchedule(List<IntUnaryOperator> stores, Purge purge) {
        this.stores = stores;
        this.purge = purge;
    }

    @Override
    public void start() {
        if (!purge.enabled()) {
            log.warn(SpringTexts.purgeOff());
            return;
        }
        if (stores.isEmpty()) {
            return;
        }
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "onlyonce-purge");
            thread.setDaemon(true);
            return thread;
        });
        long pause = purge.interval().toMillis();
        var unused = timer.scheduleWithFixedDelay(this::round, pause, pause, TimeUnit.MILLISECONDS); // stop() ends it
    }

    private void round() {
        stores.forEach(this::purge);
    }

    private void purge(IntUnaryOperator store) {
        try {
            int deleted;
            do {
                deleted = store.applyAsInt(purge.batchSize());
            } while (deleted == purge.batchSize() && isRunning());
        } catch (RuntimeException e) {
            log.warn("Purging expired records or tokens failed; the next round tries again.", e);
        }
    }

    /** Lets a batch that is under way end, so that nobody takes its data source away. */
    @Override
    public void stop() {
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

    @Override
    public boolean isRunning() {
        return !timer.isShutdown();
    }

    private static ScheduledExecutorService stopped() {
        ScheduledExecutorService none = Executors.newSingleThreadScheduledExecutor();
        none.shutdown();
        return none;
    }
}
