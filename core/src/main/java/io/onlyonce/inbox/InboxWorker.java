package io.onlyonce.inbox;

import io.onlyonce.error.ErrorTexts;
import io.onlyonce.error.MisuseException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deals with the due entries of one source.
 *
 * <p>The story of an entry: in one transaction, take the longest due one that nobody else has, hand it over, remove it, commit. So its effect and its leaving are
 * one, and a crash in between leaves it where it was. What comes too early is made due again in the same transaction, later each time. A failure rolls all of it
 * back, so a second transaction counts the try, guarded by the tries that were seen: a poison message cannot roll its own counter back, and no try is counted
 * that somebody else has made good. After too many tries the entry is put aside.
 *
 * <p>What the database gave up, a deadlock's victim, counts as a try like others, but is no sign of poison: by it an entry is put aside after twice as many.
 *
 * <p>Any number of workers may run at once, on any number of nodes. Each has one connection at a time. Thread-safe.
 */
public final class InboxWorker {
    private static final Logger log = LoggerFactory.getLogger(InboxWorker.class);

    private final InboxStore inbox;
    private final TransactionRunner transactions;
    private final String source;
    private final InboxHandler handler;
    private final Terms terms;

    /**
     * How often and when.
     *
     * @param maxTries after how many failed tries an entry is put aside, 1 to 1000
     * @param firstDelay how long after the first failed try the next one is due, at least 1 ms; doubled after each further one
     * @param greatestDelay the longest that it becomes, at most 30 days
     * @param batch how many entries a run takes up at most, 1 to 10,000
     */
    public record Terms(int maxTries, Duration firstDelay, Duration greatestDelay, int batch) {
        private static final int MAX_TRIES = 1000;
        private static final int MAX_BATCH = 10_000;
        private static final Duration MAX_DELAY = Duration.ofDays(30);
        private static final int MAX_DOUBLINGS = 32; // of a millisecond: longer than 30 days

        /** 12 tries, after 1 s, 2 s, 4 s … 10 min, in half an hour altogether; 100 entries in a run. */
        public static final Terms STANDARD = new Terms(12, Duration.ofSeconds(1), Duration.ofMinutes(10), 100);

        /**
         * @throws IllegalArgumentException if one of them is out of its bounds
         */
        public Terms {
            if (maxTries < 1 || maxTries > MAX_TRIES) {
                throw new IllegalArgumentException(ErrorTexts.inboxNumber("tries", maxTries, MAX_TRIES));
            }
            if (batch < 1 || batch > MAX_BATCH) {
                throw new IllegalArgumentException(ErrorTexts.inboxNumber("batch", batch, MAX_BATCH));
            }
            if (firstDelay.compareTo(Duration.ofMillis(1)) < 0
                    || firstDelay.compareTo(greatestDelay) > 0
                    || greatestDelay.compareTo(MAX_DELAY) > 0) {
                throw new IllegalArgumentException(ErrorTexts.inboxDelays(firstDelay, greatestDelay));
            }
        }

        /** How long after this many failed tries the next one is due. */
        public Duration delayAfter(int tries) {
            Duration doubled = firstDelay.multipliedBy(1L << Math.min(tries - 1, MAX_DOUBLINGS));
            return doubled.compareTo(greatestDelay) < 0 ? doubled : greatestDelay;
        }
    }

    /**
     * @param transactions the ones that the inbox rides in
     * @param source whose entries these are
     */
    public InboxWorker(
            InboxStore inbox, TransactionRunner transactions, String source, InboxHandler handler, Terms terms) {
        this.inbox = inbox;
        this.transactions = transactions;
        this.source = source;
        this.handler = handler;
        this.terms = terms;
    }

    /**
     * Takes up what is due, until nothing is or the batch is full. Ends early where its thread is interrupted; a try that this breaks off is not counted.
     *
     * @return how many entries had their turn, whatever came of it
     * @throws MisuseException if this thread has a transaction open
     * @throws RuntimeException if the inbox can't be asked, or a failed try not be counted; what was dealt with before stays so
     */
    public int runOnce() {
        if (transactions.joins()) {
            throw new MisuseException(ErrorTexts.inboxJoined(source));
        }
        int turns = 0;
        while (turns < terms.batch() && !Thread.currentThread().isInterrupted() && new Turn().taken()) {
            turns++;
        }
        return turns;
    }

    /**
     * What became of a turn.
     *
     * @param found whether there was an entry, or may be one the next time
     * @param parkedFor why it was put aside; null if it was not
     */
    private record Landed(boolean found, @Nullable String parkedFor) {
        static final Landed NOTHING_DUE = new Landed(false, null);
        static final Landed DEALT_WITH = new Landed(true, null);

        static Landed parked(boolean parked, String cause) {
            return parked ? new Landed(true, cause) : DEALT_WITH;
        }
    }

    /** One entry's turn. Confined to one thread. */
    private final class Turn {
        private @Nullable Kept kept;

        /** Whether there was an entry, or may be one the next time. */
        boolean taken() {
            Landed landed;
            try {
                landed = transactions.run(this::deal);
            } catch (Throwable failure) { // an Error, too: a payload may well overflow the stack
                landed = failed(failure);
            }
            if (landed.parkedFor() != null && kept != null) {
                log.error(
                        "Inbox entry {} of {} was put aside at try {}: {}",
                        kept.entry().id(),
                        source,
                        kept.tries() + 1,
                        landed.parkedFor());
            }
            return landed.found();
        }

        private Ended<Landed> deal() throws Exception {
            List<Kept> due = inbox.due(source, 1);
            if (due.isEmpty()) {
                return Ended.rollBack(Landed.NOTHING_DUE);
            }
            Kept mine = due.get(0);
            kept = mine;
            if (handler.handle(mine) instanceof Handled.TooEarly early) {
                return Ended.commit(count(mine, early.cause(), terms.maxTries()));
            }
            inbox.done(mine); // the handler may have done so itself
            return Ended.commit(Landed.DEALT_WITH);
        }

        private Landed failed(Throwable failure) {
            Kept mine = kept;
            boolean givenUp = transactions.retryable(failure);
            if (mine == null) {
                if (givenUp) {
                    return Landed.DEALT_WITH;
                }
                throw unchecked(failure);
            }
            if (failure instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            if (Thread.currentThread().isInterrupted()) {
                log.info(
                        "Try at inbox entry {} of {} was broken off.",
                        mine.entry().id(),
                        source,
                        failure);
                return Landed.NOTHING_DUE;
            }
            log.warn(
                    "Try {} at inbox entry {} of {} failed.",
                    mine.tries() + 1,
                    mine.entry().id(),
                    source,
                    failure);
            return countOutside(mine, failure.toString(), givenUp ? 2 * terms.maxTries() : terms.maxTries());
        }

        /** Counts the try in a transaction of its own. Where telling the handler fails for good, it is put aside untold: it must not stay due for ever. */
        private Landed countOutside(Kept mine, String cause, int most) {
            try {
                return transactions.run(() -> Ended.commit(count(mine, cause, most)));
            } catch (Throwable failure) {
                if (mine.tries() + 1 < most || transactions.retryable(failure)) {
                    throw unchecked(failure);
                }
                log.warn(
                        "That inbox entry {} of {} is put aside could not be noted.",
                        mine.entry().id(),
                        source,
                        failure);
            }
            try {
                return transactions.run(() -> Ended.commit(Landed.parked(inbox.park(mine, cause), cause)));
            } catch (Exception e) {
                throw unchecked(e);
            }
        }

        /** Counts the try in the open transaction: due again later, or put aside. An entry that is gone, or was counted by another, stays as it is. */
        private Landed count(Kept mine, String cause, int most) throws Exception {
            int tries = mine.tries() + 1;
            if (tries < most) {
                inbox.again(mine, terms.delayAfter(tries), cause);
                return Landed.DEALT_WITH;
            }
            boolean parked = inbox.park(mine, cause);
            if (parked) {
                handler.parked(mine, cause);
            }
            return Landed.parked(parked, cause);
        }
    }

    private static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException known ? known : new StoreUnavailableException(failure);
    }
}
