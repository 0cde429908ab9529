package io.onlyonce.engine;

import io.onlyonce.Outcome;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.error.OutcomeUnknownException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.probe.Decision.Layer;
import io.onlyonce.probe.Probe;
import io.onlyonce.probe.Summary;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Watches one call, and tells the probe how it ended, exactly once. Confined to one thread. */
final class Watch {
    private @Nullable Kind noted;
    private Layer layer = Layer.RECORD;
    private int attempt;

    private Watch() {}

    /** A call that tells its watch what its outcome does not show. */
    @FunctionalInterface
    interface Watched<T extends @Nullable Object> {
        Outcome<T> call(Watch watch) throws Exception;
    }

    static <T extends @Nullable Object> Outcome<T> over(Probe probe, Request<T> request, Watched<T> watched)
            throws Exception {
        long start = System.nanoTime();
        Watch watch = new Watch();
        Kind kind = Kind.FAILED;
        Summary summary = Summary.NONE;
        try {
            Outcome<T> outcome = watched.call(watch);
            kind = watch.kindOf(outcome, request.refuses(outcome));
            summary = request.summaryOf(outcome);
            return outcome;
        } catch (StoreUnavailableException e) {
            kind = Kind.STORE_DOWN;
            throw e;
        } catch (FenceLostException e) {
            kind = Kind.FENCE_LOST;
            throw e;
        } catch (OutcomeUnknownException e) {
            kind = Kind.OUTCOME_UNKNOWN;
            throw e;
        } catch (Exception e) {
            kind = watch.noted == null ? Kind.FAILED : watch.noted;
            throw e;
        } finally {
            boolean caught = watch.noted == Kind.CAUGHT; // whatever it threw then
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            probe.decided(new Decision(
                    caught ? Kind.CAUGHT : kind, request.key(), watch.layer, watch.attempt, summary, took));
        }
    }

    /** This call is to be known by this kind, whatever its outcome; what the backstop has caught stays caught. */
    void note(Kind kind) {
        if (noted != Kind.CAUGHT) {
            noted = kind;
        }
    }

    /** This decides it. */
    void by(Layer layer) {
        this.layer = layer;
    }

    /** This call runs the work, as this attempt at the key. */
    void runs(int attempt) {
        this.attempt = attempt;
    }

    private Kind kindOf(Outcome<?> outcome, boolean refuses) {
        if (noted != null) {
            return noted;
        }
        if (outcome instanceof Outcome.Executed) {
            if (refuses) {
                return Kind.REFUSED;
            }
            return attempt > 1 ? Kind.TAKEN_OVER : Kind.FIRST;
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
