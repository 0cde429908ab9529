package io.onlyonce.spring.autoconfigure;

import io.onlyonce.spring.OnlyOnceProperties.Purge;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.purge.Purger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Clears what has expired away in rounds, each until none is left, on a thread of its own. */
final class PurgeSchedule implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(PurgeSchedule.class);

    private final Purger purger;
    private final Purge purge;
    private final Rounds rounds = new Rounds("onlyonce-purge");

    PurgeSchedule(Purger purger, Purge purge) {
        this.purger = purger;
        this.purge = purge;
    }

    @Override
    public void start() {
        if (!purge.enabled()) {
            log.warn(SpringTexts.purgeOff());
        } else if (!purger.stores().isEmpty()) {
            rounds.start(
                    purge.interval(),
                    () -> purger.stores().forEach(store -> purger.round(store, Integer.MAX_VALUE, this::isRunning)));
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
