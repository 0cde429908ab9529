package io.onlyonce.saga;

import io.onlyonce.Outcome;
import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.InboxWorker.Terms;
import io.onlyonce.inbox.Kept;
import io.onlyonce.record.RecordId;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings sagas to their end whose runner died, lost touch or failed.
 *
 * <p>The story of one: take up the entry that is due longest, by making it due again a while later, and commit; so nobody else has it meanwhile, and a crash leaves it to
 * the next. Run the saga. If it has its end, the entry is gone. If another runner is at it, leave it to him. If it failed, count the try and make it due later each time;
 * after too many put it aside, to be looked at by people, who {@link #revive} it or {@link #giveUp} it.
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

    /** Whether it goes on with sagas of this name. */
    public boolean knows(String saga) {
        return known.containsKey(saga);
    }

    /**
     * What is unfinished: of each saga those that were put aside, then those that are gone on with.
     *
     * @param limit how many of each at most, 1 or more
     * @throws Exception if the inbox can't be asked
     */
    public List<UnfinishedSaga> unfinished(int limit) throws Exception {
        return home.run(() -> Ended.rollBack(known.values().stream()
                .sorted(Comparator.comparing(Saga::name))
                .flatMap(saga -> Stream.concat(
                                inbox.parked(saga.source(), limit).stream(),
                                inbox.waiting(saga.source(), limit).stream())
                        .map(kept -> UnfinishedSaga.of(saga, kept)))
                .toList()));
    }

    /**
     * Takes a saga back that was put aside: it is due now, with no tries counted.
     *
     * @param saga its name
     * @param record the id of its record
     * @return whether it was put aside; else nothing is changed
     * @throws MisuseException if there is no such saga here
     * @throws Exception if the inbox can't be asked
     */
    public boolean revive(String saga, RecordId record) throws Exception {
        String source = known(saga).source();
        return home.run(() -> Ended.commit(inbox.revive(source, Unfinished.id(record))));
    }

    /**
     * Gives an unfinished saga up: steps that were not taken yet never will be, however late a runner comes to them, and what was done is undone, the last step first. If all
     * steps were taken already, it ends as it would have.
     *
     * @param saga its name
     * @param record the id of its record
     * @return how it ended: {@link Outcome.Refused} by {@link GivenUpException} if it was given up; {@link Outcome.InProgress} if somebody is at it now, and nothing was done;
     *     empty if it is not among the unfinished ones
     * @throws MisuseException if there is no such saga here
     * @throws Exception what a step or an undoing threw; it is unfinished still, and may be given up again
     */
    public Optional<Outcome<?>> giveUp(String saga, RecordId record) throws Exception {
        Saga<?, ?> asked = known(saga);
        Optional<Kept> kept = home.run(() -> Ended.rollBack(inbox.find(asked.source(), Unfinished.id(record))));
        return kept.isEmpty()
                ? Optional.empty()
                : Optional.of(sagas.goOn(asked, Unfinished.read(kept.get().entry()), true));
    }

    private Saga<?, ?> known(String name) {
        Saga<?, ?> saga = known.get(name);
        if (saga == null) {
            throw new MisuseException(ErrorTexts.sagaUnknown(name, known.keySet()));
        }
        return saga;
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
