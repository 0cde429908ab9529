package io.onlyonce.engine;

import io.onlyonce.Attempt;
import io.onlyonce.Backstop;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.probe.Decision.Layer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What stands behind an operation's record: the backstop that refuses a second effect, and the resolver that knows the first one. */
record Behind<T extends @Nullable Object>(Request<T> request, Leased<T> leased, Watch watch) {
    private static final Logger log = LoggerFactory.getLogger(Behind.class);

    /**
     * What this failure of the work says of an effect that the store knows nothing of: done, if the backstop refused a second one and the resolver has found
     * the first one's answer; else unknown.
     */
    Resolution<T> effectOf(Attempt attempt, Exception failure) throws Exception {
        Backstop backstop = leased.backstop();
        if (backstop == null || !backstop.refused(failure)) {
            return new Resolution.Unknown<>();
        }
        log.warn(
                "{}, record {}: {} refused a second effect that the store knew nothing of.",
                request.operation(),
                request.key().id().toUuid(),
                backstop.name());
        watch.note(Kind.CAUGHT);
        watch.by(Layer.BACKSTOP);
        return leased.whenAbandoned().resolve(attempt);
    }

    /** What is told when the work runs with nothing else behind it. */
    String name() {
        Backstop backstop = leased.backstop();
        return backstop == null ? "nothing" : backstop.name();
    }
}
