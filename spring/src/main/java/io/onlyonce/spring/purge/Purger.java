package io.onlyonce.spring.purge;

import io.onlyonce.spring.OnlyOnceProperties.Purge;
import io.onlyonce.spring.PurgeEvents;
import io.onlyonce.spring.PurgeEvents.Purged;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Clears expired things away, store by store: in small batches, with a pause after each. Thread-safe; several may be at one store at once. */
public final class Purger {
    private static final Logger log = LoggerFactory.getLogger(Purger.class);

    /** So many times as long as the batch took. */
    private static final int REST = 3;

    private final List<Store> stores;
    private final Purge settings;
    private final PurgeEvents events;

    /** Deletes at most so many, and says how many it deleted; fewer than asked for = none is left but what others hold at this moment. */
    @FunctionalInterface
    public interface Batch {
        int delete(int limit) throws Exception;
    }

    /**
     * A store that is purged.
     *
     * @param name what it is called in events
     */
    public record Store(String name, Batch batch) {
        /** One that is called like its class. */
        public static Store of(Object store, Batch batch) {
            return new Store(store.getClass().getSimpleName(), batch);
        }
    }

    public Purger(List<Store> stores, Purge settings, PurgeEvents events) {
        this.stores = List.copyOf(stores);
        this.settings = settings;
        this.events = events;
    }

    /** All that is purged. */
    public List<Store> stores() {
        return stores;
    }

    /**
     * One round over a store, until nothing is left that has expired.
     *
     * @param most or until so many are deleted
     * @param goOn asked before each further batch
     * @return what it has done; a failure is logged, and what was deleted before it stays deleted
     */
    @SuppressWarnings("IllegalCatch") // whatever a store throws, the next round tries again
    public Purged round(Store store, int most, BooleanSupplier goOn) {
        long start = System.nanoTime();
        int deleted = 0;
        boolean failed = false;
        try {
            int asked;
            int batch;
            long began;
            do {
                began = System.nanoTime();
                asked = Math.min(settings.batchSize(), most - deleted);
                batch = store.batch().delete(asked);
                deleted += batch;
            } while (batch == asked
                    && deleted < most
                    && goOn.getAsBoolean()
                    && rest(Duration.ofNanos(System.nanoTime() - began)));
        } catch (Exception e) {
            failed = true;
            log.warn("Purging {} failed; the next round tries again.", store.name(), e);
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
        }
        Purged round = new Purged(store.name(), deleted, Duration.ofNanos(System.nanoTime() - start), failed);
        events.purged(round);
        return round;
    }

    /** Leaves the database to the requests: a slow one for longer, so that its purge never takes more than a quarter of the time. */
    private boolean rest(Duration batch) {
        try {
            Thread.sleep(Math.max(
                    settings.pause().toMillis(), batch.multipliedBy(REST).toMillis()));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
