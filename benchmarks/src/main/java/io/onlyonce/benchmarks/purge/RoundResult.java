package io.onlyonce.benchmarks.purge;

import io.onlyonce.benchmarks.purge.PurgeDatabase.Size;

/**
 * What a round has shown.
 *
 * @param quiet requests without a purge
 * @param busy requests beside the purge
 * @param filled the table with the expired records
 * @param purged the table without them
 * @param vacuumed the same after the server's housekeeping
 */
record RoundResult(
        int round,
        Load.Measured quiet,
        Load.Measured busy,
        Purgers.Measured purge,
        Size filled,
        Size purged,
        Size vacuumed) {
    private static final double NINETY_NINE = 99;

    int errors() {
        return quiet.errors() + busy.errors() + purge.errors();
    }

    /** How many times as long the slow requests take beside the purge. */
    double ratio() {
        return busy.millis(NINETY_NINE) / quiet.millis(NINETY_NINE);
    }
}
