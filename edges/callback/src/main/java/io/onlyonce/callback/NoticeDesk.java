package io.onlyonce.callback;

import io.onlyonce.callback.PaymentBook.Noted;
import io.onlyonce.callback.PaymentBook.Noted.State;
import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.Kept;
import io.onlyonce.json.JsonResultCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Deals with a notice inside the open transaction: checks it, books it or keeps it, and notes what became of it. */
final class NoticeDesk {
    /** Whose entries in the inbox these are. */
    static final String SOURCE = "callback";

    private static final JsonResultCodec<Waiting> CODEC = JsonResultCodec.of(Waiting.class);

    private final PaymentBook book;
    private final InboxStore inbox;
    private final CallbackEvents events;

    NoticeDesk(PaymentBook book, InboxStore inbox, CallbackEvents events) {
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

    /** Deals with all that waits for this payment, the money's coming before its going. Those that still come too early stay. */
    void settle(String paymentNo) {
        List<Kept> waiting = new ArrayList<>(inbox.about(SOURCE, paymentNo));
        waiting.sort(Comparator.comparing(kept -> waiting(kept).notice().kind() != NoticeKind.PAID));
        waiting.forEach(this::again);
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
