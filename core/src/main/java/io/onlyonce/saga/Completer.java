package io.onlyonce.saga;

import io.onlyonce.Outcome;
import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.InboxWorker.Terms;
import io.onlyonce.inbox.Kept;
import io.onlyonce.record.RecordKey;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings sagas to their end whose runner died, lost touch or failed.
 *
 * <p>The story of one: take up the entry that is due longest, by making it due again a while later, and commit; so nobody else has it meanwhile, and a crash leaves it to
 * the next. Run the saga. If it has its end, the entry is gone. If another runner is at it, leave it to him. If it failed, count the try and make it due later each time;
 * after too many put it aside, to be looked at by people, who {@link InboxStore#revive} it or {@link #giveUp} it.
 *
 * <p>Any number may run at once, on any number of nodes. Thread-safe.
 */
public final class Completer {
    private static final Logger log = LoggerFactory.getLogger(Completer.class);

    private final Sagas sagas;
    private final InboxStore inbox;
    private final TransactionRunner home;
    private final Map<String, Saga<?, ?>> known;
    private final Terms terms;

    /**
     * @param terms how often and when
     * @param known the sagas that it goes on with; what another release or application has begun is left to that
     */
    public Completer(Sagas sagas, Terms terms, Saga<?, ?>... known) {
        this.sagas = sagas;
        this.inbox = sagas.inbox();
        this.home = sagas.home();
        this.terms = terms;
        this.known = Arrays.stream(known).collect(Collectors.toUnmodifiableMap(Saga::name, Function.identity()));
    }

    /**
     * Takes up what is due, of each saga until nothing is or the batch is full. Ends early where its thread is interrupted.
     *
     * @return how many had their turn, whatever came of it
     * @throws MisuseException if this thread has a transaction open
     * @throws Exception if the inbox can't be asked, or a failed try not be counted; what was finished before stays so
     */
    public int runOnce() throws Exception {
        int turns = 0;
        for (Saga<?, ?> saga : known.values()) {
            turns += runOnce(saga);
        }
        return turns;
    }

    private int runOnce(Saga<?, ?> saga) throws Exception {
        if (home.joins()) {
            throw new MisuseException(ErrorTexts.inboxJoined(saga.source()));
        }
        int turns = 0;
        while (turns < terms.batch() && !Thread.currentThread().isInterrupted()) {
            Optional<Kept> taken = takenUp(saga);
            if (taken.isEmpty()) {
                break;
            }
            turns++;
            goOn(saga, taken.get());
        }
        return turns;
    }

    /**
     * Gives an unfinished saga up: steps that were not taken yet never will be, however late a runner comes to them, and what was done is undone, the last step first. If all
     * steps were taken already, it ends as it would have.
     *
     * @param key of the saga's operation
     * @return how it ended: {@link Outcome.Refused} by {@link GivenUpException} if it was given up; empty if it is not among the unfinished ones
     * @throws MisuseException if there is no such saga here
     * @throws Exception what a step or an undoing threw; it is unfinished still, and may be given up again
     */
    public Optional<Outcome<?>> giveUp(RecordKey key) throws Exception {
        Saga<?, ?> saga = known.get(key.operation());
        if (saga == null) {
            throw new MisuseException(ErrorTexts.sagaUnknown(key.operation(), known.keySet()));
        }
        Optional<Kept> kept = home.run(() -> Ended.rollBack(inbox.find(saga.source(), Unfinished.id(key))));
        if (kept.isEmpty()) {
            return Optional.empty();
        }
        Unfinished unfinished = Unfinished.read(kept.get().entry());
        key.mustEqual(saga.key(unfinished.call()));
        return Optional.of(sagas.goOn(saga, unfinished, true));
    }

    /** The entry that is due longest, which nobody else gets for as long as a runner may be silent. */
    private Optional<Kept> takenUp(Saga<?, ?> saga) throws Exception {
        return home.run(() -> {
            List<Kept> due = inbox.due(saga.source(), 1);
            if (due.isEmpty()) {
                return Ended.rollBack(Optional.empty());
            }
            inbox.postpone(due.get(0), saga.silence());
            return Ended.commit(Optional.of(due.get(0)));
        });
    }

    private void goOn(Saga<?, ?> saga, Kept kept) throws Exception {
        try {
            Outcome<?> outcome = sagas.goOn(saga, Unfinished.read(kept.entry()), false);
            log.info(
                    "The unfinished {} {} is now {}.",
                    saga.name(),
                    kept.entry().id(),
                    outcome.getClass().getSimpleName());
        } catch (Exception failure) {
            failed(saga, kept, failure);
        }
    }

    private void failed(Saga<?, ?> saga, Kept kept, Exception failure) throws Exception {
        String id = kept.entry().id();
        int tries = kept.tries() + 1;
        if (failure instanceof InterruptedException || Thread.currentThread().isInterrupted()) {
            Thread.currentThread().interrupt();
            log.info("Try at the unfinished {} {} was broken off.", saga.name(), id, failure);
            return;
        }
        String cause = failure.toString();
        if (tries < terms.maxTries()) {
            log.warn("Try {} at the unfinished {} {} failed.", tries, saga.name(), id, failure);
            home.run(() -> Ended.commit(inbox.again(kept, terms.delayAfter(tries), cause)));
        } else if (home.run(() -> Ended.commit(inbox.park(kept, cause)))) {
            log.error("The unfinished {} {} was put aside at try {}.", saga.name(), id, tries, failure);
        }
    }
}
