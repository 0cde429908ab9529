package io.onlyonce.engine;

import io.onlyonce.Outcome;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Tells the probe how each call ended, exactly once. */
final class Watch {
    private Watch() {}

    static <T extends @Nullable Object> Outcome<T> over(Probe probe, RecordKey key, Callable<Outcome<T>> call)
            throws Exception {
        long start = System.nanoTime();
        Kind kind = Kind.FAILED;
        try {
            Outcome<T> outcome = call.call();
            kind = kindOf(outcome);
            return outcome;
        } catch (StoreUnavailableException e) {
            kind = Kind.STORE_DOWN;
            throw e;
        } catch (FenceLostException e) {
            kind = Kind.FENCE_LOST;
            throw e;
        } finally {
            probe.decided(new Decision(kind, key, Duration.ofNanos(System.nanoTime() - start)));
        }
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
