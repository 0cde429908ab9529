package io.onlyonce;

import org.jspecify.annotations.Nullable;

/** What a retry does when it meets a claim whose lease ran out: the process died or lost touch, and the effect may or may not be there. */
public sealed interface WhenAbandoned<T extends @Nullable Object> {
    /** Says what became of the lost attempt. */
    Resolution<T> resolve(Attempt lost) throws Exception;

    /** The retry is told that the outcome is unknown; a person or another process settles it. */
    record Refuse<T extends @Nullable Object>() implements WhenAbandoned<T> {
        @Override
        public Resolution<T> resolve(Attempt lost) {
            return new Resolution.Unknown<>();
        }
    }

    /** The work is repeatable: the retry takes the claim over and runs it again. */
    record Rerun<T extends @Nullable Object>() implements WhenAbandoned<T> {
        @Override
        public Resolution<T> resolve(Attempt lost) {
            return new Resolution.NotDone<>();
        }
    }

    /** The retry asks for the final state first. */
    record Resolve<T extends @Nullable Object>(Resolver<T> resolver) implements WhenAbandoned<T> {
        @Override
        public Resolution<T> resolve(Attempt lost) throws Exception {
            return resolver.resolve(lost);
        }
    }

    /** Asks whoever knows (a payment provider, a business table) what became of an attempt. */
    @FunctionalInterface
    interface Resolver<T extends @Nullable Object> {
        Resolution<T> resolve(Attempt attempt) throws Exception;
    }

    /** What a resolver found out. */
    sealed interface Resolution<T extends @Nullable Object> {
        /** The effect is there, with this answer. */
        record Done<T extends @Nullable Object>(T answer) implements Resolution<T> {}

        /** The effect is certainly not there: run the work. */
        record NotDone<T extends @Nullable Object>() implements Resolution<T> {}

        /** Nobody can tell yet. */
        record Unknown<T extends @Nullable Object>() implements Resolution<T> {}
    }
}
