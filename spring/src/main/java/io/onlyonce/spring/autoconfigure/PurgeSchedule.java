package io.onlyonce.spring.autoconfigure;

import io.onlyonce.spring.OnlyOnceProperties.Purge;
import io.onlyonce.spring.SpringTexts;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Clears expired records and tokens away: every round in small batches until none is left, on a thread of its own. */
final class PurgeSchedule implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(PurgeSchedule.class);

    private final List<IntUnaryOperator> stores;
    private final Purge purge;
    private final Rounds rounds = new Rounds("onlyonce-purge");

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
        } else if (!stores.isEmpty()) {
            rounds.start(purge.interval(), () -> stores.forEach(this::purge));
        }
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

    @Override
    public void stop() {
        rounds.stop();
    }

    @Override
    public boolean isRunning() {
        return rounds.areRunning();
    }
}
