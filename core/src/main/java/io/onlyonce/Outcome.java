package io.onlyonce;

import io.onlyonce.error.KeyReusedException;
import io.onlyonce.error.OutcomeUnknownException;
import io.onlyonce.error.RequestInProgressException;
import io.onlyonce.error.ResultUnavailableException;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a call ended. Immutable. */
public sealed interface Outcome<T extends @Nullable Object> {

    /**
     * The answer, whether this call or an earlier one produced it.
     *
     * @throws Exception the remembered refusal; or {@link KeyReusedException}, {@link RequestInProgressException},
     *     {@link ResultUnavailableException}, {@link OutcomeUnknownException}
     */
    T orElseThrow() throws Exception;

    /** This call ran the work, and its answer is remembered. */
    record Executed<T extends @Nullable Object>(T value) implements Outcome<T> {
        @Override
        public T orElseThrow() {
            return value;
        }
    }

    /** An earlier call ran the work; this is its answer. */
    record Replayed<T extends @Nullable Object>(T value) implements Outcome<T> {
        @Override
        public T orElseThrow() {
            return value;
        }
    }

    /**
     * The work ended with a declared {@link Refusal}.
     *
     * @param refusal the exception, the original one or made again for a replay
     * @param replayed whether an earlier call was refused and this one got its refusal again
     */
    record Refused<T extends @Nullable Object>(Exception refusal, boolean replayed) implements Outcome<T> {
        @Override
        public T orElseThrow() throws Exception {
            throw refusal;
        }
    }

    /** This call ran the work, its answer was one to {@link Ending#FORGET}: nothing was kept, a retry runs afresh. */
    record RolledBack<T extends @Nullable Object>(T value) implements Outcome<T> {
        @Override
        public T orElseThrow() {
            return value;
        }
    }

    /**
     * Another call with this key is at work; nothing was done here.
     *
     * @param retryAfter when to come back
     */
    record InProgress<T extends @Nullable Object>(RecordKey key, Duration retryAfter) implements Outcome<T> {
        @Override
        public T orElseThrow() {
            throw new RequestInProgressException(key, retryAfter);
        }
    }

    /** The key was used before for another payload; nothing was done here. */
    record KeyReused<T extends @Nullable Object>(RecordKey key) implements Outcome<T> {
        @Override
        public T orElseThrow() {
            throw new KeyReusedException(key);
        }
    }

    /** The operation is done, but its answer was not kept or cannot be read any more; it is never run again. */
    record ResultUnavailable<T extends @Nullable Object>(RecordKey key) implements Outcome<T> {
        @Override
        public T orElseThrow() {
            throw new ResultUnavailableException(key);
        }
    }

    /** An earlier attempt was lost in the middle, and nobody knows whether it took effect; nothing was done here. */
    record OutcomeUnknown<T extends @Nullable Object>(RecordKey key) implements Outcome<T> {
        @Override
        public T orElseThrow() {
            throw new OutcomeUnknownException(key);
        }
    }
}
