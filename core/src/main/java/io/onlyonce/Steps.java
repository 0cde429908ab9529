package io.onlyonce;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.error.OutcomeUnknownException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.record.StepStore;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a leased operation, each remembered when it has finished: an attempt that takes over does not repeat what an earlier one got done.
 *
 * <pre>{@code
 * onlyOnce.run(CHECKOUT, call, attempt -> {
 *     String hold = steps.run(attempt, "reserve", ResultCodec.text(), () -> stock.reserve(attempt.reference("reserve")));
 *     return steps.run(attempt, "charge", ResultCodec.text(), () -> gateway.charge(attempt.reference("charge"), hold));
 * });
 * }</pre>
 *
 * <p>A process that dies after a step's effect and before its result is kept leaves that one step unknown; the next attempt runs it again. So a step hands
 * {@link Attempt#reference(String)} to the remote party as its idempotency key, or has a unique key of its own. What is kept is kept for good: do not rename a
 * step while claims of it are open. Thread-safe.
 */
public final class Steps {
    private final StepStore store;

    /**
     * @param store keeps the results beside the operation's records: the same Redis, database or process
     */
    public Steps(StepStore store) {
        this.store = store;
    }

    /**
     * Runs the step, or gives the result that it had in an earlier attempt.
     *
     * @param name unique among the operation's steps; 1 to {@value StepStore#MAX_NAME_LENGTH} printable ASCII characters
     * @throws StoreUnavailableException if nobody can tell whether the step has run before; it was not run
     * @throws FenceLostException if the step has run, but another attempt owns the record by now; its result was not kept
     * @throws OutcomeUnknownException if the step has run, but its result could not be kept
     * @throws Exception what the step threw; nothing was kept
     */
    public <R extends @Nullable Object> R run(Attempt attempt, String name, ResultCodec<R> codec, Callable<R> step)
            throws Exception {
        mustBeName(name);
        Optional<byte[]> kept = store.find(attempt.key(), name);
        if (kept.isPresent()) {
            return codec.decode(kept.get());
        }
        R result = step.call();
        keep(attempt, name, encoded(codec, name, result));
        return result;
    }

    private void keep(Attempt attempt, String name, byte[] result) {
        boolean held;
        try {
            held = store.keep(attempt.key(), attempt.fence(), name, result);
        } catch (StoreUnavailableException e) { // the step has run: this is not "nothing was done"
            throw new OutcomeUnknownException(attempt.key(), e);
        }
        if (!held) {
            throw new FenceLostException(attempt.key());
        }
    }

    private static <R extends @Nullable Object> byte[] encoded(ResultCodec<R> codec, String name, R result)
            throws Exception {
        try {
            return codec.encode(result);
        } catch (RuntimeException e) {
            throw new IOException(ErrorTexts.stepNotWritable(name), e);
        }
    }

    private static void mustBeName(String name) {
        if (name.isBlank()
                || name.length() > StepStore.MAX_NAME_LENGTH
                || name.chars().anyMatch(c -> c < 0x20 || c > 0x7E)) {
            throw new IllegalArgumentException(ErrorTexts.stepName(name));
        }
    }
}
