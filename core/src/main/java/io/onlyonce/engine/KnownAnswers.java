package io.onlyonce.engine;

import io.onlyonce.Outcome;
import io.onlyonce.probe.Decision.Layer;
import io.onlyonce.record.AnswerCache;
import io.onlyonce.record.Answered;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The cache in front of an engine's store. What goes wrong there costs a question to the store, never an answer. */
record KnownAnswers(AnswerCache cache) {
    private static final Logger log = LoggerFactory.getLogger(KnownAnswers.class);

    /** The outcome of a request whose record is known to be finished. */
    <T extends @Nullable Object> Optional<Outcome<T>> outcome(Request<T> request, Watch watch) {
        try {
            Optional<Outcome<T>> known = cache.find(request.key()).map(request::replay);
            if (known.isPresent()) {
                watch.by(Layer.CACHE);
            }
            return known;
        } catch (RuntimeException e) {
            log.debug("The cache cannot be asked; the store is: {}", e.toString());
            return Optional.empty();
        }
    }

    /** Tells the cache what is durable by now. */
    void learn(Request<?> request, @Nullable Answered answered) {
        if (answered == null
                || answered.fresh().isNegative()
                || answered.fresh().isZero()) {
            return;
        }
        try {
            cache.put(request.key(), answered);
        } catch (RuntimeException e) {
            log.debug("The cache cannot be told: {}", e.toString());
        }
    }
}
