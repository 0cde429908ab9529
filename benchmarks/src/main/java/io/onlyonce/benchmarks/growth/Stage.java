package io.onlyonce.benchmarks.growth;

import io.onlyonce.benchmarks.report.Spread;

/**
 * What was found at one size of the table.
 *
 * @param records how many records there were at least
 * @param medianMicros of a first call through OnlyOnce
 * @param ofBare the same as a multiple of the bare transaction's
 * @param walAfterCheckpoint bytes for each of the first calls after a checkpoint
 * @param walWarm the same at the end
 * @param rowBytes of the table, for each record
 * @param indexBytes of the indexes, for each record
 */
record Stage(
        int records,
        Spread medianMicros,
        Spread ofBare,
        double walAfterCheckpoint,
        double walWarm,
        double rowBytes,
        double indexBytes) {}
