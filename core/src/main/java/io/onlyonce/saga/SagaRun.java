package io.onlyonce.saga;

import io.onlyonce.Attempt;
import io.onlyonce.Call;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.Work;
import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One run of a saga, which takes its steps.
 *
 * <p>Each step is an operation of its own in its participant's database, under a key that is the same in every run of this saga. So of however many runs of it, also
 * of one that was paused for an hour, one takes the step; the others get its answer, or its refusal. Confined to one thread.
 */
public final class SagaRun {
    private final Saga<?, ?> saga;
    private final Call call;
    private final Attempt attempt;
    private final boolean givingUp;
    private final Set<String> taken = new HashSet<>();
    private final Deque<Undoing> undoings = new ArrayDeque<>();

    private record Undoing(String step, Undo undo) {}

    private interface Undo {
        void undo() throws Exception;
    }

    /**
     * @param givingUp whether steps that were not taken yet are to be refused, for good
     */
    SagaRun(Saga<?, ?> saga, Call call, Attempt attempt, boolean givingUp) {
        this.saga = saga;
        this.call = call;
        this.attempt = attempt;
        this.givingUp = givingUp;
    }

    /** Which run this is; its {@link Attempt#reference(String)} is for effects that are no database's. */
    public Attempt attempt() {
        return attempt;
    }

    /** Takes a step that needs no undoing: nothing can refuse behind it, or it does not matter then. */
    public <R extends @Nullable Object> R step(String name, Participant where, ResultCodec<R> codec, Work<R> work)
            throws Exception {
        return taken(name, where, codec, work);
    }

    /**
     * Takes a step, or gives the answer that it gave before.
     *
     * @param name unique among the saga's steps, and the same in every release that may go on with it
     * @param where the database that its effect lies in, all of it
     * @param undo undoes it if the saga is refused by a later step
     * @throws Exception a declared refusal of the saga is remembered, now and in every run; what else the step threw was rolled back
     */
    public <R extends @Nullable Object> R step(
            String name, Participant where, ResultCodec<R> codec, Work<R> work, Compensation<R> undo) throws Exception {
        // before it is taken: whether it was will be found out then
        undoings.push(new Undoing(name, () -> undo(name, where, codec, undo)));
        return taken(name, where, codec, work);
    }

    private <R extends @Nullable Object> R taken(String name, Participant where, ResultCodec<R> codec, Work<R> work)
            throws Exception {
        if (!taken.add(name)) {
            throw new MisuseException(ErrorTexts.sagaStepTwice(saga.operation(), name));
        }
        return outcome(name, where, saga.step(name, codec), givingUp ? refusal() : work)
                .orElseThrow();
    }

    private <R extends @Nullable Object> Work<R> refusal() {
        return step -> {
            throw new GivenUpException(attempt.key());
        };
    }

    private <R extends @Nullable Object> Outcome<R> outcome(
            String name, Participant where, Operation<R> operation, Work<R> work) throws Exception {
        if (where.transactions().joins()) {
            throw new MisuseException(ErrorTexts.sagaStepJoined(saga.operation(), name, where.name()));
        }
        IdempotencyKey key = new IdempotencyKey(attempt.reference(name));
        return where.onlyOnce().run(operation, new Call(call.scope(), key, call.fingerprint()), work);
    }

    /**
     * Undoes a step. First its own key is closed: if it was not taken yet, it never will be, however late another run of this saga comes to it. Then it is certain
     * whether there is something to undo.
     */
    private <R extends @Nullable Object> void undo(
            String name, Participant where, ResultCodec<R> codec, Compensation<R> undo) throws Exception {
        Outcome<R> closed = outcome(name, where, saga.step(name, codec), refusal());
        if (closed instanceof Outcome.Refused) {
            return;
        }
        R done = closed.orElseThrow();
        outcome(name, where, saga.undoing(name), undoing -> {
                    undo.undo(done, undoing);
                    return "";
                })
                .orElseThrow();
    }

    /**
     * Undoes what was done, the last step first.
     *
     * @param refusal why
     * @throws UndoFailedException if a step cannot be undone now; those before it are not tried
     */
    void undo(Exception refusal) {
        while (!undoings.isEmpty()) {
            Undoing last = undoings.pop();
            try {
                last.undo().undo();
            } catch (Exception failure) {
                if (failure instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                UndoFailedException unfinished = new UndoFailedException(attempt.key(), last.step(), failure);
                unfinished.addSuppressed(refusal);
                throw unfinished;
            }
        }
    }
}
