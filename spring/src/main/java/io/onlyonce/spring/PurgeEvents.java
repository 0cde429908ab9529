package io.onlyonce.spring;

import java.time.Duration;

/** Hears of the clearing away of what has expired: meters and alarms hang here. Must be thread-safe and must not throw. */
@FunctionalInterface
public interface PurgeEvents {
    /** A round over one store has ended. */
    void purged(Purged round);

    /**
     * What a round has done.
     *
     * @param store the class of the store, by its simple name
     * @param deleted how many rows it deleted
     * @param took from its first batch to its end, pauses included
     * @param failed whether it ended before all that had expired was gone; the next round goes on
     */
    record Purged(String store, int deleted, Duration took, boolean failed) {}
}
