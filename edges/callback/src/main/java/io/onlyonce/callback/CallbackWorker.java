package io.onlyonce.callback;

import io.onlyonce.callback.PaymentBook.Noted;
import io.onlyonce.callback.PaymentBook.Noted.State;
import io.onlyonce.inbox.Handled;
import io.onlyonce.inbox.InboxHandler;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.InboxWorker;
import io.onlyonce.inbox.Kept;
import io.onlyonce.transaction.TransactionRunner;

/**
 * Deals with notices that are kept: those that came too early, and all of them where the pipeline takes them in for later. Each is booked in one transaction with its
 * leaving the inbox. One that stays too early, or keeps failing, is put aside after a number of tries, noted and told of. Any number of workers may run. Thread-safe.
 */
public final class CallbackWorker {
    private final InboxWorker worker;

    /**
     * @param inbox the pipeline's
     * @param transactions that the book and the inbox join
     */
    public CallbackWorker(
            CallbackPipeline pipeline, InboxStore inbox, TransactionRunner transactions, InboxWorker.Terms terms) {
        this.worker = new InboxWorker(inbox, transactions, NoticeDesk.SOURCE, new Handler(pipeline.desk()), terms);
    }

    /**
     * Takes up what is due.
     *
     * @return how many notices had their turn
     */
    public int runOnce() {
        return worker.runOnce();
    }

    private record Handler(NoticeDesk desk) implements InboxHandler {
        @Override
        public Handled handle(Kept kept) {
            Noted noted = desk.againAndSettle(kept);
            return noted.state() == State.WAITING ? new Handled.TooEarly(noted.outcome()) : new Handled.Done();
        }

        @Override
        public void parked(Kept kept, String cause) {
            desk.parked(kept);
        }
    }
}
