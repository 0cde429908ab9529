package io.onlyonce.benchmarks.wire;

/**
 * What one design's calls cost.
 *
 * @param first a call with a new key
 * @param replay one with a key that was used before
 */
public record Cost(Call first, Call replay) {
    /**
     * What one call costs.
     *
     * @param wire the median of the calls
     * @param wal bytes in the write-ahead log, the median of the batches
     * @param leastWal the same of the batch with the fewest, which nobody disturbed
     */
    public record Call(Counts wire, double wal, double leastWal) {}
}
