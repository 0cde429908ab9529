package io.onlyonce.saga;

import io.onlyonce.Call;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Outcome;
import io.onlyonce.Work;
import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.Kept;
import io.onlyonce.record.RecordKey;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs sagas.
 *
 * <p>The story: claim the saga's key for a lease; keep what was asked for in the inbox, so that it comes to its end whatever happens to this process; take the steps,
 * each of which is an operation of its own; write the answer; forget what was kept. A declared refusal undoes the steps first, the last one first. After any other
 * failure the claim is abandoned, and who comes next - the caller again, or a {@link Completer} on any node - runs the saga anew, from its beginning: what was done
 * answers as it did then.
 *
 * <p>Thread-safe; make one and keep it.
 */
public final class Sagas {
    private static final Logger log = LoggerFactory.getLogger(Sagas.class);

    private final OnlyOnce leased;
    private final InboxStore inbox;
    private final TransactionRunner home;
    private final InstantSource clock;

    /**
     * Sagas whose records and inbox lie in the same database.
     *
     * @param leased for operations that are not one transaction
     * @param inbox keeps what is unfinished
     * @param home the transactions that the inbox rides in
     */
    public Sagas(OnlyOnce leased, InboxStore inbox, TransactionRunner home) {
        this(leased, inbox, home, InstantSource.system());
    }

    /** The same by another clock, for tests. */
    public Sagas(OnlyOnce leased, InboxStore inbox, TransactionRunner home, InstantSource clock) {
        this.leased = leased;
        this.inbox = inbox;
        this.home = home;
        this.clock = clock;
    }

    InboxStore inbox() {
        return inbox;
    }

    TransactionRunner home() {
        return home;
    }

    /**
     * Runs the saga, or goes on with it, or gives the answer that it gave before.
     *
     * @param call whose fingerprint is taken of the input
     * @return how the call ended, see {@link OnlyOnce#run}
     * @throws Exception what a step threw, if that is no declared refusal: the saga is unfinished and will be gone on with
     * @throws MisuseException if this thread has a transaction open: a step that commits by itself must not be part of it
     */
    public <I extends @Nullable Object, T extends @Nullable Object> Outcome<T> run(Saga<I, T> saga, Call call, I input)
            throws Exception {
        Unfinished begun = new Unfinished(call, clock.instant(), saga.input().encode(input));
        Outcome<T> outcome = run(saga, begun, input, false);
        if (endedHere(outcome)) {
            forget(saga, call);
        }
        return outcome;
    }

    private static boolean endedHere(Outcome<?> outcome) {
        return outcome instanceof Outcome.Executed
                || outcome instanceof Outcome.RolledBack
                || (outcome instanceof Outcome.Refused<?> refused && !refused.replayed());
    }

    /** Goes on with one that was kept. */
    <I extends @Nullable Object, T extends @Nullable Object> Outcome<T> goOn(
            Saga<I, T> saga, Unfinished unfinished, boolean givingUp) throws Exception {
        Outcome<T> outcome = run(saga, unfinished, saga.input().decode(unfinished.input()), givingUp);
        if (endedHere(outcome) || endedBefore(outcome)) {
            forget(saga, unfinished.call());
        }
        return outcome;
    }

    private static boolean endedBefore(Outcome<?> outcome) {
        return outcome instanceof Outcome.Replayed
                || outcome instanceof Outcome.Refused
                || outcome instanceof Outcome.ResultUnavailable;
    }

    private <I extends @Nullable Object, T extends @Nullable Object> Outcome<T> run(
            Saga<I, T> saga, Unfinished unfinished, I input, boolean givingUp) throws Exception {
        if (home.joins()) {
            throw new MisuseException(ErrorTexts.sagaJoined(saga.operation()));
        }
        return leased.run(saga.operation(), unfinished.call(), work(saga, unfinished, input, givingUp));
    }

    private <I extends @Nullable Object, T extends @Nullable Object> Work<T> work(
            Saga<I, T> saga, Unfinished unfinished, I input, boolean givingUp) {
        return attempt -> {
            keep(saga, unfinished);
            SagaRun run = new SagaRun(saga, unfinished.call(), attempt, givingUp);
            try {
                return saga.work().run(input, run);
            } catch (Exception failure) {
                if (saga.operation().refusalOf(failure).isPresent()) {
                    run.undo(failure);
                }
                throw failure;
            }
        };
    }

    /** Keeps it, or looks whether what was kept can still be gone on with. */
    private void keep(Saga<?, ?> saga, Unfinished unfinished) throws Exception {
        InboxEntry entry = unfinished.entry(saga);
        Optional<Kept> before = home.run(() -> {
            boolean first = inbox.put(entry, saga.silence());
            return Ended.commit(first ? Optional.empty() : inbox.find(entry.source(), entry.id()));
        });
        Instant begunAt =
                before.isPresent() ? Unfinished.read(before.get().entry()).begunAt() : unfinished.begunAt();
        if (begunAt.plus(saga.horizon()).isBefore(clock.instant())) {
            throw new MisuseException(ErrorTexts.sagaTooOld(saga.key(unfinished.call()), begunAt, saga.horizon()));
        }
    }

    /** It has its answer. What goes wrong here leaves an entry that a completer finds answered. */
    private void forget(Saga<?, ?> saga, Call call) {
        RecordKey key = saga.key(call);
        try {
            home.run(() -> Ended.commit(inbox.find(saga.source(), Unfinished.id(key.id()))
                    .map(inbox::done)
                    .orElse(false)));
        } catch (Exception e) {
            log.info("That {} is finished could not be noted; its completer will.", key, e);
        }
    }
}
