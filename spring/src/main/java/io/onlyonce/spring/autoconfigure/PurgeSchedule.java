package io.onlyonce.spring.autoconfigure;

import io.onlyonce.spring.OnlyOnceProperties.Purge;
import io.onlyonce.spring.PurgeEvents;
import io.onlyonce.spring.PurgeEvents.Purged;
import io.onlyonce.spring.SpringTexts;
import java.time.Duration;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Clears expired records and tokens away: every round in small batches, with a pause after each, until none is left, on a thread of its own. */
final class PurgeSchedule implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(PurgeSchedule.class);

    /** So many times as long as the batch took. */
    private static final int REST = 3;

    private final List<Store> stores;
    private final Purge purge;
    private final PurgeEvents events;
    private final Rounds rounds = new Rounds("onlyonce-purge");

    /**
     * A store that is purged.
     *
     * @param batch deletes at most so many, and says how many it deleted
     */
    record Store(String name, IntUnaryOperator batch) {
        static Store of(Object store, IntUnaryOperator batch) {
            return new Store(store.getClass().getSimpleName(), batch);
        }
    }

    PurgeSchedule(List<Store> stores, Purge purge, PurgeEvents events) {
        this.stores = stores;
        this.purge = purge;
        this.events = events;
    }

    @Override
    public void start() {
        if (!purge.enabled()) {
            log.warn(SpringTexts.purgeOff());
        } else if (!stores.isEmpty()) {
            rounds.start(purge.interval(), () -> stores.forEach(this::purge));
        }
    }

    private void purge(Store store) {
        long start = System.nanoTime();
        int deleted = 0;
        boolean failed = false;
        try {
            int batch;
            long began;
            do {
                began = System.nanoTime();
                batch = store.batch().applyAsInt(purge.batchSize());
                deleted += batch;
            } while (batch == purge.batchSize() && isRunning() && rest(Duration.ofNanos(System.nanoTime() - began)));
        } catch (RuntimeException e) {
            failed = true;
            log.warn("Purging {} failed; the next round tries again.", store.name(), e);
        }
        events.purged(new Purged(store.name(), deleted, Duration.ofNanos(System.nanoTime() - start), failed));
    }

    /** Leaves the database to the requests: a slow one for longer, so that its purge never takes more than a quarter of the time. */
    private boolean rest(Duration batch) {
        try {
            Thread.sleep(
                    Math.max(purge.pause().toMillis(), batch.multipliedBy(REST).toMillis()));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void stop() {
        rounds.stop();
    }

    @Override
    public boolean isRunning() {
        return rounds.areRunning();
    }
}
