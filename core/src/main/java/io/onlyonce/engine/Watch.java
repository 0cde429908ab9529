package io.onlyonce.engine;

import io.onlyonce.Outcome;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Watches one call, and tells the probe how it ended, exactly once. Confined to one thread. */
final class Watch {
    private @Nullable Kind noted;

    private Watch() {}

    /** A call that tells its watch what its outcome does not show. */
    @FunctionalInterface
    interface Watched<T extends @Nullable Object> {
        Outcome<T> call(Watch watch) throws Exception;
    }

    static <T extends @Nullable Object> Outcome<T> over(Probe probe, RecordKey key, Watched<T> watched)
            throws Exception {
        long start = System.nanoTime();
        Watch watch = new Watch();
        Kind kind = Kind.FAILED;
        try {
            Outcome<T> outcome = watched.call(watch);
            kind = watch.noted != null ? watch.noted : kindOf(outcome);
            return outcome;
        } catch (StoreUnavailableException e) {
            kind = Kind.STORE_DOWN;
            throw e;
        } catch (FenceLostException e) {
            kind = Kind.FENCE_LOST;
            throw e;
        } finally {
            boolean caught = watch.noted == Kind.CAUGHT; // also where the call fails with what the backstop threw
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            probe.decided(new Decision(caught ? Kind.CAUGHT : kind, key, took));
        }
    }

    /** This call is to be known by this kind, whatever its outcome. */
    void note(Kind kind) {
        noted = kind;
    }

    private static Kind kindOf(Outcome<?> outcome) {
        if (outcome instanceof Outcome.Executed) {
            return Kind.FIRST;
        }
        if (outcome instanceof Outcome.Replayed) {
            return Kind.REPLAYED;
        }
        if (outcome instanceof Outcome.Refused<?> refused) {
            return refused.replayed() ? Kind.REPLAYED : Kind.REFUSED;
        }
        if (outcome instanceof Outcome.RolledBack) {
            return Kind.ROLLED_BACK;
        }
        if (outcome instanceof Outcome.InProgress) {
            return Kind.IN_PROGRESS;
        }
        if (outcome instanceof Outcome.KeyReused) {
            return Kind.KEY_REUSED;
        }
        return outcome instanceof Outcome.ResultUnavailable ? Kind.RESULT_UNAVAILABLE : Kind.OUTCOME_UNKNOWN;
    }
}
