package io.onlyonce.benchmarks.wire;

/**
 * What has gone over the wire.
 *
 * @param roundTrips exchanges whose end the client waits for
 * @param statements executed statements, without those that begin or end a transaction
 * @param commits transactions that were committed
 */
public record Counts(long roundTrips, long statements, long commits) {
    /** What has been added since. */
    public Counts since(Counts before) {
        return new Counts(roundTrips - before.roundTrips, statements - before.statements, commits - before.commits);
    }
}
