package io.onlyonce.spring.autoconfigure;

import io.onlyonce.spring.OnlyOnceProperties.Purge;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.autoconfigure.Rounds.Work;
import io.onlyonce.spring.purge.Purger;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Clears what has expired away in rounds, each until none is left, on a thread of its own. */
final class PurgeSchedule extends Schedule {
    private static final Logger log = LoggerFactory.getLogger(PurgeSchedule.class);

    private final Purger purger;
    private final Purge purge;

    PurgeSchedule(Purger purger, Purge purge) {
        super("onlyonce-purge");
        this.purger = purger;
        this.purge = purge;
    }

    @Override
    List<Work> work() {
        if (!purge.enabled()) {
            log.warn(SpringTexts.purgeOff());
        }
        return purge.enabled() && !purger.stores().isEmpty()
                ? List.of(new Work(purge.interval(), this::round))
                : List.of();
    }

    private void round() {
        purger.stores().forEach(store -> purger.round(store, Integer.MAX_VALUE, this::isRunning));
    }
}
