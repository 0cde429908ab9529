package io.onlyonce.spring.desk;

import io.onlyonce.audit.AuditEntry.Action;
import io.onlyonce.probe.Summary;
import io.onlyonce.spring.PurgeEvents.Purged;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.purge.Purger;
import io.onlyonce.spring.purge.Purger.Store;
import java.util.List;

/** Purges by hand, in the way of the schedule and of the same stores. Each store is a {@linkplain Deeds deed}. Thread-safe. */
public final class PurgeDesk {
    /** As many rows of a store go at once at most. */
    public static final int MOST = 100_000;

    private final Purger purger;
    private final Deeds deeds;

    public PurgeDesk(Purger purger, Deeds deeds) {
        this.purger = purger;
        this.deeds = deeds;
    }

    /**
     * Deletes what has expired.
     *
     * @param limit how many rows of each store at most, 1 to {@value #MOST}
     * @param actor who wants it
     * @return a round for each store; one that has deleted as many as the limit may have left something
     * @throws IllegalArgumentException if the limit is out of its bounds
     */
    public List<Purged> purge(int limit, String actor) {
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException(SpringTexts.purgeLimit(limit, MOST));
        }
        return purger.stores().stream().map(store -> purge(store, limit, actor)).toList();
    }

    private Purged purge(Store store, int limit, String actor) {
        Purged round = purger.round(store, limit, () -> !Thread.currentThread().isInterrupted());
        String rows = Integer.toString(round.deleted());
        deeds.done(
                Action.PURGED_BY_HAND,
                round.store(),
                Summary.code(round.failed() ? rows + ", then failed" : rows),
                actor);
        return round;
    }
}
