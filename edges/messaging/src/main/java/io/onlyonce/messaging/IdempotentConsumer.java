package io.onlyonce.messaging;

import io.onlyonce.Fingerprint;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.error.MisuseException;
import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.messaging.Disposition.DeadLetter;
import io.onlyonce.messaging.Disposition.Later;
import io.onlyonce.messaging.Disposition.Later.Why;
import io.onlyonce.record.RefusedRecords;
import io.onlyonce.transaction.TransactionRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Lets each message take effect once, for one consumer, however often and wherever it is delivered.
 *
 * <p>The story of a message: in one transaction, claim its id, do the work, write the record, commit; only then is it to be acknowledged. A copy of it finds the record and is
 * acknowledged, too. One that meets the first still at work is to come again later. A failure rolls all of it back, so a <em>second</em> transaction counts the try: a poison
 * message cannot roll its own counter back. After too many tries, or at once if the failure is declared permanent, that transaction also remembers that the message was given
 * up, and so every copy of it goes to the dead letters with the same cause and is not run. Only a message that fails pays for this.
 *
 * <p>A crash before the commit leaves nothing, one after it leaves a record: whichever way the delivery comes back, the effect is there once. A message whose work kills its
 * process is not counted; let the broker bound its deliveries as well.
 *
 * <p>The key is (consumer, source, id): two consumers of a message both run. What is done is known for the {@linkplain Terms#retention() retention}; keep it longer than the
 * broker and its dead letters keep messages. Immutable and thread-safe; make one and keep it.
 */
public final class IdempotentConsumer {
    /** The greatest number of characters in a consumer's name. */
    public static final int MAX_NAME_LENGTH =
            InboxEntry.MAX_SOURCE_LENGTH - Failures.sourceOf("").length();

    private final String name;
    private final MessageIdentity identity;
    private final Stores stores;
    private final Settings settings;
    private final Handling handling;

    /**
     * What it works with.
     *
     * @param onlyOnce of transactional operations, best without a cache: messages are seldom repeated, and a cache may answer a re-driven one from before
     * @param transactions the ones that it rides in
     * @param inbox where failed tries are counted, in these transactions
     */
    public record Stores(OnlyOnce onlyOnce, TransactionRunner transactions, InboxStore inbox) {}

    /**
     * How often, how long.
     *
     * @param maxTries after how many failed tries a message is given up, 1 to 1000
     * @param backOff between the tries
     * @param patience how long a delivery waits for another one of the same message that is at work; it holds a consumer's thread meanwhile
     * @param retention how long a message is known after it was done or given up, and failed tries are counted
     */
    public record Terms(int maxTries, BackOff backOff, Duration patience, Duration retention) {
        private static final int MAX_TRIES = 1000;

        /** 5 tries, after 1 s, 2 s, 4 s, 8 s; waits 2 s; known for 30 days. */
        public static final Terms STANDARD = new Terms(
                5,
                new BackOff(Duration.ofSeconds(1), Duration.ofMinutes(1)),
                Duration.ofSeconds(2),
                Duration.ofDays(30));

        /**
         * @throws IllegalArgumentException if one of them is out of its bounds; patience and retention are an {@link Operation}'s
         */
        public Terms {
            if (maxTries < 1 || maxTries > MAX_TRIES) {
                throw new IllegalArgumentException(MessagingTexts.maxTries(maxTries, MAX_TRIES));
            }
        }
    }

    /** What is told after the name. */
    record Settings(
            Terms terms,
            Function<Delivered, Fingerprint> fingerprint,
            List<Class<? extends Exception>> permanent,
            ConsumerEvents events) {
        static final Settings STANDARD = new Settings(
                Terms.STANDARD,
                message -> Fingerprint.hasher().add(message.body()).finish(),
                List.of(),
                ConsumerEvents.NONE);
    }

    private IdempotentConsumer(String name, MessageIdentity identity, Stores stores, Settings settings) {
        this.name = name;
        this.identity = identity;
        this.stores = stores;
        this.settings = settings;
        this.handling = new Handling(name, identity, stores, settings);
    }

    /**
     * A consumer by {@link Terms#STANDARD} to which no failure is permanent, and two messages with one id are copies if their bodies are the same byte for byte.
     *
     * @param name tells it from other consumers of the same messages; renaming it makes old messages new. 1 to 55 printable ASCII characters without blanks
     * @throws IllegalArgumentException if the name is not usable
     */
    public static IdempotentConsumer named(String name, MessageIdentity identity, Stores stores) {
        MessagingTexts.checkName("consumer's", name, MAX_NAME_LENGTH);
        return new IdempotentConsumer(name, identity, stores, Settings.STANDARD);
    }

    /** The same by other terms. */
    public IdempotentConsumer terms(Terms terms) {
        return with(new Settings(terms, settings.fingerprint, settings.permanent, settings.events));
    }

    /** The same with another sign that two messages with one id are copies, for publishers that write the same content in more than one way. */
    public IdempotentConsumer fingerprint(Function<Delivered, Fingerprint> fingerprint) {
        return with(new Settings(settings.terms, fingerprint, settings.permanent, settings.events));
    }

    /** The same with these failures permanent, subclasses included: a further try would fail as well, so there is none. */
    public IdempotentConsumer permanent(List<Class<? extends Exception>> permanent) {
        return with(new Settings(settings.terms, settings.fingerprint, List.copyOf(permanent), settings.events));
    }

    /** The same with somebody who hears of it. */
    public IdempotentConsumer events(ConsumerEvents events) {
        return with(new Settings(settings.terms, settings.fingerprint, settings.permanent, events));
    }

    private IdempotentConsumer with(Settings changed) {
        return new IdempotentConsumer(name, identity, stores, changed);
    }

    /** What it is called. */
    public String name() {
        return name;
    }

    /**
     * Deals with a message.
     *
     * @return what is to become of it, after the commit. Whatever the work throws is in it
     * @throws MisuseException if this thread has a transaction open: acknowledging would come before its commit
     */
    public Disposition handle(Delivered message, MessageWork work) {
        if (stores.transactions.joins()) {
            throw new MisuseException(MessagingTexts.joined(name));
        }
        Disposition disposition = handling.handle(message, work);
        settings.events.disposed(name, message, disposition);
        return disposition;
    }

    /**
     * Gives up a message that its broker's client could not read, so that there is no work to try. Nothing is remembered: a copy of it is as unreadable, and one that a later
     * release can read runs.
     *
     * @param cause for the people who look after dead letters
     */
    public DeadLetter giveUp(Delivered message, String cause) {
        DeadLetter given = handling.unreadable(message, cause);
        settings.events.disposed(name, message, given);
        return given;
    }

    /**
     * Deals with a batch, one message after the other, each in a transaction of its own: a failure takes no other message with it, and a copy in the same batch is a
     * duplicate. Once the store can't be reached, or the thread is interrupted, the rest is not tried and is to come later.
     *
     * @return what is to become of each, in their order
     * @throws MisuseException if this thread has a transaction open
     */
    public List<Disposition> handleAll(List<Delivered> messages, MessageWork work) {
        List<Disposition> dispositions = new ArrayList<>();
        Disposition last = null;
        for (Delivered message : messages) {
            if (last instanceof Later later && (later.why() == Why.STORE_DOWN || later.why() == Why.INTERRUPTED)) {
                settings.events.disposed(name, message, later);
            } else {
                last = handle(message, work);
            }
            dispositions.add(last);
        }
        return dispositions;
    }

    /**
     * Forgets counted failures of messages that have not come back for longer than the retention. For a timer; several nodes may do it at once.
     *
     * @param limit how many at most, from 1 to 1000
     * @return how many there were
     */
    public int forgetOldFailures(int limit) throws Exception {
        return handling.forgetOldFailures(limit);
    }

    /** For {@link Redrive}. */
    boolean revive(Delivered message, RefusedRecords records) throws Exception {
        return handling.revive(message, records);
    }
}
