package io.onlyonce.messaging.outbox;

import io.onlyonce.error.MisuseException;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.Kept;
import io.onlyonce.messaging.BackOff;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what an {@link Outbox} has taken in.
 *
 * <p>The story of a run: in one transaction, take a batch of due messages that no other relay has, hand them to the broker, wait for its confirms, remove the confirmed ones,
 * commit. So every committed message is sent at least once, and one that a relay sent before it died is sent again, under the same id. A message that the broker refuses is due
 * again later, later each time, and is put aside after too many tries. One that the broker didn't confirm is sent again and again, 10 s later at the latest, but never put
 * aside: that is no sign that anything is wrong with it. While the broker can't be reached nothing is counted.
 *
 * <p>A message that has failed before is sent alone, after the others, so that one that makes the broker hang up takes no fresh one with it twice; after
 * five seconds of that a run ends, and the next one goes on.
 *
 * <p>Any number of relays may run at once, on any number of nodes. Each has one connection at a time, as long as the publisher waits. On MariaDB and MySQL its transactions
 * must be at READ COMMITTED: at REPEATABLE READ the locks of a relay that waits for its broker reach into the gaps where others publish, and they would wait with it. Thread-safe.
 */
public final class OutboxRelay {
    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);

    private final Outbox outbox;
    private final TransactionRunner transactions;
    private final MessagePublisher publisher;
    private final Terms terms;
    private final OutboxEvents events;
    private final BrokerWatch connection;

    /**
     * How many and how often.
     *
     * @param batch how many messages a run takes at most, 1 to 1000
     * @param maxTries after how many failed tries a message that is refused is put aside, 1 to 1000
     * @param backOff between the tries
     */
    public record Terms(int batch, int maxTries, BackOff backOff) {
        private static final int MAX = 1000;

        /** 100 at a time; 12 tries, after 1 s, 2 s, 4 s … 10 min, in about half an hour. */
        public static final Terms STANDARD =
                new Terms(100, 12, new BackOff(Duration.ofSeconds(1), Duration.ofMinutes(10)));

        /**
         * @throws IllegalArgumentException if one of them is out of its bounds
         */
        public Terms {
            if (batch < 1 || batch > MAX) {
                throw new IllegalArgumentException(OutboxTexts.number("batch", batch, MAX));
            }
            if (maxTries < 1 || maxTries > MAX) {
                throw new IllegalArgumentException(OutboxTexts.number("tries", maxTries, MAX));
            }
        }
    }

    /**
     * @param transactions the ones that the outbox's store works in
     */
    public OutboxRelay(
            Outbox outbox,
            TransactionRunner transactions,
            MessagePublisher publisher,
            Terms terms,
            OutboxEvents events) {
        this.outbox = outbox;
        this.transactions = transactions;
        this.publisher = publisher;
        this.terms = terms;
        this.events = events;
        this.connection = new BrokerWatch(outbox.name());
    }

    /**
     * Sends one batch. Call it again at once while there is {@linkplain Relayed#more() more}, else after a pause: that pause bounds how long a message waits.
     *
     * @throws MisuseException if this thread has a transaction open
     * @throws Exception if the store can't be asked, or the commit fails; what was sent may be sent again
     */
    public Relayed runOnce() throws Exception {
        if (transactions.joins()) {
            throw new MisuseException(OutboxTexts.joined(outbox.name()));
        }
        Relayed run = transactions.run(this::relay);
        events.relayed(outbox.name(), run);
        return run;
    }

    private Ended<Relayed> relay() {
        InboxStore store = outbox.store();
        List<Kept> due = store.due(Outbox.sourceOf(outbox.name()), terms.batch());
        if (due.isEmpty()) {
            return Ended.rollBack(Relayed.nothing(outbox.oldest().orElse(Duration.ZERO)));
        }
        RelayRun run = new RelayRun(outbox, publisher, terms, connection);
        run.relay(due);
        return Ended.commit(run.result(due.size() == terms.batch()));
    }

    /** Messages that were put aside, the longest so first. */
    public List<Kept> parked(int limit) throws Exception {
        return transactions.run(() -> Ended.rollBack(outbox.store().parked(Outbox.sourceOf(outbox.name()), limit)));
    }

    /**
     * Has a message that was put aside sent again, with all its tries.
     *
     * @return whether there was one with this id
     */
    public boolean revive(String id) throws Exception {
        boolean revived =
                transactions.run(() -> Ended.commit(outbox.store().revive(Outbox.sourceOf(outbox.name()), id)));
        log.info("Message {} of the outbox {} {}.", id, outbox.name(), revived ? "is due again" : "is not parked");
        return revived;
    }
}
