package io.onlyonce.messaging.outbox;

import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.Kept;
import io.onlyonce.messaging.MessagingTexts;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Takes messages in the transaction that they tell of: they are there if it commits, and gone if it does not. {@link OutboxRelay} sends them afterwards, each at least once, in no
 * promised order. Thread-safe; make one and keep it.
 *
 * <p>Nobody remembers "the last id that was sent": a row is unsent until it is removed, so one that a slow transaction commits late is found like any other.
 */
public final class Outbox {
    /** The greatest number of characters in an outbox's name. */
    public static final int MAX_NAME_LENGTH =
            InboxEntry.MAX_SOURCE_LENGTH - sourceOf("").length();

    private final String name;
    private final InboxStore store;
    private final InstantSource clock;

    /**
     * @param name tells its messages from those of other outboxes in the store; 1 to 57 printable ASCII characters without blanks
     * @param store where they wait, in the caller's transactions
     * @throws IllegalArgumentException if the name is not usable
     */
    public Outbox(String name, InboxStore store) {
        this(name, store, InstantSource.system());
    }

    /** The same by another clock, which says how old a message is. */
    public Outbox(String name, InboxStore store, InstantSource clock) {
        MessagingTexts.checkName("outbox's", name, MAX_NAME_LENGTH);
        this.name = name;
        this.store = store;
        this.clock = clock;
    }

    static String sourceOf(String name) {
        return "outbox:" + name;
    }

    /** What it is called. */
    public String name() {
        return name;
    }

    InboxStore store() {
        return store;
    }

    InstantSource clock() {
        return clock;
    }

    /**
     * Publishes a message with the open transaction.
     *
     * @return whether it is new; one for this destination with this id that is still unsent stays as it is
     * @throws IllegalArgumentException if it can't be kept: its destination, its id, its size. Or if one with its id is still unsent and is for another destination: one of the
     *     two would be lost
     * @throws IllegalStateException if no transaction is open
     */
    public boolean publish(OutgoingMessage message) {
        byte[] kept = KeptMessage.encode(message, clock.instant());
        if (store.put(new InboxEntry(sourceOf(name), message.id(), message.destination(), kept), Duration.ZERO)) {
            return true;
        }
        store.find(sourceOf(name), message.id())
                .map(there -> there.entry().subject())
                .filter(destination -> !destination.equals(message.destination()))
                .ifPresent(destination -> {
                    throw new IllegalArgumentException(
                            OutboxTexts.idTwice(message.id(), destination, message.destination()));
                });
        return false;
    }

    /**
     * How long ago the message was published that is due first of those that are unsent and not put aside, also where its next try is still to come; empty if there is none. In the
     * open transaction.
     */
    public Optional<Duration> oldest() {
        return store.waiting(sourceOf(name), 1).stream().findFirst().map(this::age);
    }

    private Duration age(Kept kept) {
        try {
            return Duration.between(KeptMessage.decode(kept.entry().payload()).publishedAt(), clock.instant());
        } catch (IOException unreadable) { // it tells no time; the relay says what is wrong with it
            return Duration.ZERO;
        }
    }
}
