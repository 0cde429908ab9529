package io.onlyonce.messaging.outbox;

import io.onlyonce.inbox.Handled;
import io.onlyonce.inbox.InboxHandler;
import io.onlyonce.inbox.InboxWorker;
import io.onlyonce.inbox.Kept;
import io.onlyonce.transaction.TransactionRunner;

/**
 * Delivers an outbox's messages inside this program, without a broker: for an application that has none yet, and for its tests. What a message does commits with its
 * leaving the outbox, in one transaction, so it takes effect once. A failed try is counted outside of what was rolled back; after too many the message is put aside with its
 * cause. One outbox has either relays to a broker or these. Any number of them may run at once. Thread-safe.
 */
public final class LocalRelay {
    private final InboxWorker worker;

    /** Deals with messages. Each call runs in the transaction in which the message leaves the outbox. Must be thread-safe. */
    @FunctionalInterface
    public interface Receiver {
        /**
         * @throws Exception if it failed: all that was written is rolled back, and the try is counted
         */
        void receive(OutgoingMessage message) throws Exception;
    }

    /**
     * @param transactions that the outbox rides in
     */
    public LocalRelay(Outbox outbox, TransactionRunner transactions, Receiver receiver, InboxWorker.Terms terms) {
        this.worker = new InboxWorker(
                outbox.store(), transactions, Outbox.sourceOf(outbox.name()), new Handler(receiver), terms);
    }

    /**
     * Delivers what is due.
     *
     * @return how many messages had their turn, whatever came of it
     */
    public int runOnce() {
        return worker.runOnce();
    }

    private record Handler(Receiver receiver) implements InboxHandler {
        @Override
        public Handled handle(Kept kept) throws Exception {
            receiver.receive(KeptMessage.decode(kept.entry().payload()).message());
            return new Handled.Done();
        }

        /** The worker's log tells of it, and the store keeps it with its cause. */
        @Override
        public void parked(Kept kept, String cause) {}
    }
}
