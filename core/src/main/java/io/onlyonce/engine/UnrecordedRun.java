package io.onlyonce.engine;

import io.onlyonce.Attempt;
import io.onlyonce.Ending;
import io.onlyonce.Outcome;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.probe.Decision.Layer;
import io.onlyonce.record.Answered;
import io.onlyonce.record.Fence;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an {@linkplain io.onlyonce.Guarantee.Leased#open() open} operation while its store is down. Nothing is recorded; copies beside it in this process get its
 * answer, all others meet the backstop.
 */
record UnrecordedRun<T extends @Nullable Object>(Request<T> request, Behind<T> behind, Watch watch) {
    private static final Logger log = LoggerFactory.getLogger(UnrecordedRun.class);

    Landing<T> run(StoreUnavailableException down) throws Exception {
        log.warn(
                "{}, record {}: runs without its record, behind {}: {}",
                request.operation(),
                request.key().id().toUuid(),
                behind.name(),
                reason(down));
        watch.note(Kind.WITHOUT_RECORD);
        watch.by(Layer.NONE);
        watch.runs(1);
        Attempt attempt = new Attempt(request.key(), Fence.LOWEST, 1);
        T value;
        try {
            value = request.work().run(attempt);
        } catch (Exception failure) {
            return failed(attempt, failure);
        }
        Ending ending = request.operation().endingOf(value);
        if (ending == Ending.FORGET) {
            return Landing.alone(new Outcome.RolledBack<>(value));
        }
        Answered answered = Answered.of(request.fingerprint(), request.completion(value, ending));
        return new Landing<>(new Outcome.Executed<>(value), answered);
    }

    /** Without the exception's own words, which say that nothing is run. */
    private static @Nullable String reason(StoreUnavailableException down) {
        Throwable cause = down.getCause();
        return cause == null ? down.getMessage() : cause.getMessage();
    }

    private Landing<T> failed(Attempt attempt, Exception failure) throws Exception {
        if (request.operation().refusalOf(failure).isPresent()) {
            return Landing.alone(new Outcome.Refused<>(failure, false));
        }
        if (behind.effectOf(attempt, failure) instanceof Resolution.Done<T> done) {
            return Landing.alone(new Outcome.Replayed<>(done.answer()));
        }
        throw failure;
    }
}
