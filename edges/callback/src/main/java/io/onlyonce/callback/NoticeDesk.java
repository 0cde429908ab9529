package io.onlyonce.callback;

import io.onlyonce.callback.PaymentBook.Noted;
import io.onlyonce.callback.PaymentBook.Noted.State;
import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.Kept;
import io.onlyonce.json.JsonResultCodec;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deals with a notice inside the open transaction: checks it, books it or keeps it, and notes what became of it. */
final class NoticeDesk {
    /** Whose entries in the inbox these are. */
    static final String SOURCE = "callback";

    private static final Logger log = LoggerFactory.getLogger(NoticeDesk.class);

    private static final JsonResultCodec<Waiting> CODEC = JsonResultCodec.of(Waiting.class);

    private final TransactionRunner transactions;
    private final PaymentBook book;
    private final InboxStore inbox;
    private final CallbackEvents events;

    NoticeDesk(TransactionRunner transactions, PaymentBook book, InboxStore inbox, CallbackEvents events) {
        this.transactions = transactions;
        this.book = book;
        this.inbox = inbox;
        this.events = events;
    }

    /** What the inbox keeps of a notice. */
    record Waiting(PaymentNotice notice, @Nullable Doubt doubt) {}

    /** Deals with it now; what comes too early is kept. */
    String take(PaymentNotice notice, @Nullable Doubt doubt, Duration firstDelay) {
        Noted noted = book(notice, doubt);
        if (noted.state() == State.WAITING) {
            keep(notice, doubt, firstDelay);
        }
        settleAfter(notice, noted);
        return noted.outcome();
    }

    /** Keeps it for the worker. */
    String takeLater(PaymentNotice notice, @Nullable Doubt doubt) {
        keep(notice, doubt, Duration.ZERO);
        return note(notice, null, new Noted(State.WAITING, "TAKEN_IN")).outcome();
    }

    /** Deals with one that was kept, and removes it unless it is still too early. */
    Noted again(Kept kept) {
        Waiting waiting = waiting(kept);
        Noted noted = book(waiting.notice(), waiting.doubt());
        if (noted.state() != State.WAITING) {
            inbox.done(kept);
        }
        return noted;
    }

    /** Deals with one that was kept and with those that waited for it. */
    Noted againAndSettle(Kept kept) {
        Noted noted = again(kept);
        settleAfter(waiting(kept).notice(), noted);
        return noted;
    }

    /** Notes that one that was kept has been tried too often; why, is in the inbox. */
    void parked(Kept kept) {
        note(waiting(kept).notice(), null, new Noted(State.PARKED, "PUT_ASIDE"));
    }

    /**
     * Deals with all that waits for this payment, the money's coming before its going. Those that still come too early stay, and so do those that fail, each in a
     * savepoint of its own: what was made known by this transaction must not be undone by what waited for it.
     */
    void settle(String paymentNo) {
        List<Kept> kept = new ArrayList<>(inbox.about(SOURCE, paymentNo));
        kept.sort(Comparator.comparing(NoticeDesk::comesLast));
        kept.forEach(this::settle);
    }

    private void settle(Kept kept) {
        try {
            transactions.run(() -> Ended.commit(again(kept)));
        } catch (Exception e) {
            if (transactions.retryable(e)) {
                throw new IllegalStateException("The whole transaction is to be run again.", e);
            }
            log.warn(
                    "Notice {} waits on: it could not be dealt with.",
                    kept.entry().id(),
                    e);
        }
    }

    /** Whether it has to come behind payments. What can't be read comes last, too. */
    private static boolean comesLast(Kept kept) {
        try {
            return waiting(kept).notice().kind() != NoticeKind.PAID;
        } catch (RuntimeException unreadable) {
            return true;
        }
    }

    private void settleAfter(PaymentNotice notice, Noted noted) {
        if (notice.kind() == NoticeKind.PAID && noted.state() == State.DONE) {
            settle(notice.paymentNo());
        }
    }

    private static Waiting waiting(Kept kept) {
        return CODEC.decode(kept.entry().payload());
    }

    private Noted book(PaymentNotice notice, @Nullable Doubt doubt) {
        Optional<Expected> expected = book.expected(notice);
        if (doubt != null) {
            return note(notice, expected.orElse(null), new Noted(State.DOUBTFUL, doubt.name()));
        }
        if (expected.isEmpty()) {
            return note(notice, null, new Noted(State.WAITING, "NO_PAYMENT"));
        }
        Doubt found = Checks.doubt(notice, expected.get());
        Booking booking = found != null ? new Booking.Doubtful(found) : book.book(notice, expected.get());
        return note(notice, expected.get(), notedOf(booking));
    }

    private static Noted notedOf(Booking booking) {
        if (booking instanceof Booking.Done done) {
            return new Noted(State.DONE, done.outcome());
        }
        if (booking instanceof Booking.TooEarly early) {
            return new Noted(State.WAITING, early.missing());
        }
        return new Noted(State.DOUBTFUL, ((Booking.Doubtful) booking).doubt().name());
    }

    private Noted note(PaymentNotice notice, @Nullable Expected expected, Noted noted) {
        book.note(notice, expected, noted);
        events.noted(notice, noted);
        return noted;
    }

    private void keep(PaymentNotice notice, @Nullable Doubt doubt, Duration delay) {
        inbox.put(
                new InboxEntry(
                        SOURCE,
                        notice.channel() + ":" + notice.noticeId(),
                        notice.paymentNo(),
                        CODEC.encode(new Waiting(notice, doubt))),
                delay);
    }
}
