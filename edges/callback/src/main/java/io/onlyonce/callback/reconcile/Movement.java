package io.onlyonce.callback.reconcile;

import io.onlyonce.callback.PaymentBook.Noted.State;
import io.onlyonce.callback.reconcile.Difference.Cause;
import io.onlyonce.callback.reconcile.Difference.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of one movement of money: what the provider lists, mostly once, what is booked, and the notices of it. Of several lines or notices the same
 * one is chosen whatever their order is.
 */
record Movement(
        MovementId id, List<StatementLine> lines, @Nullable BookedLine booked, List<NoticeLine> notices) {
    private static final Comparator<StatementLine> BY_CONTENT = Comparator.comparing(StatementLine::paymentNo)
            .thenComparing(line -> line.amount().currency())
            .thenComparing(line -> line.amount().value())
            .thenComparing(StatementLine::at);

    /** A notice that counts as booked tells most, then one that may be booked yet, then those that people must look at. */
    private static final List<State> TELLING = List.of(State.DONE, State.WAITING, State.PARKED, State.DOUBTFUL);

    private static final Comparator<NoticeLine> BY_CONTENT_OF_NOTICE =
            Comparator.comparing(NoticeLine::noticeId).thenComparing(NoticeLine::outcome);

    List<Difference> differences(Instant cutOff) {
        List<Difference> found = new ArrayList<>();
        StatementLine line = line();
        if (line == null) {
            found.add(missingAtProvider(cutOff));
        } else if (booked == null) {
            NoticeLine notice = notice(TELLING);
            found.add(difference(Kind.MISSING_IN_BOOKS, whyNotBooked(notice), notice, line));
        } else {
            if (!line.amount().equals(booked.amount())) {
                found.add(inBooks(Kind.AMOUNT, line));
            }
            if (!line.paymentNo().equals(booked.paymentNo())) {
                found.add(inBooks(Kind.PAYMENT_NO, line));
            }
        }
        if (lines.size() > 1) {
            found.add(inBooks(Kind.DOUBLED_AT_PROVIDER, line));
        }
        return found;
    }

    /** The provider's line; of several one that agrees with the books, if there is such a one. */
    private @Nullable StatementLine line() {
        return lines.stream()
                .min(Comparator.comparing((StatementLine line) -> !agrees(line)).thenComparing(BY_CONTENT))
                .orElse(null);
    }

    private boolean agrees(StatementLine line) {
        return booked != null
                && line.amount().equals(booked.amount())
                && line.paymentNo().equals(booked.paymentNo());
    }

    private Difference missingAtProvider(Instant cutOff) {
        return booked != null && !booked.at().isBefore(cutOff)
                ? difference(Kind.MISSING_AT_PROVIDER, Cause.NOT_YET_AT_PROVIDER, notice(TELLING), null)
                : inBooks(Kind.MISSING_AT_PROVIDER, null);
    }

    private static Cause whyNotBooked(@Nullable NoticeLine notice) {
        if (notice == null) {
            return Cause.NO_NOTICE;
        }
        return switch (notice.state()) {
            case DONE -> Cause.NOTICE_DONE_BUT_NOT_BOOKED;
            case WAITING -> Cause.NOTICE_WAITING;
            case PARKED -> Cause.NOTICE_PARKED;
            case DOUBTFUL -> Cause.NOTICE_DOUBTFUL;
        };
    }

    /** Something is wrong with what is booked, or listed: a doubtful notice may tell why. */
    private Difference inBooks(Kind kind, @Nullable StatementLine line) {
        NoticeLine doubtful = notice(List.of(State.DOUBTFUL));
        if (doubtful != null) {
            return difference(kind, Cause.NOTICE_DOUBTFUL, doubtful, line);
        }
        NoticeLine notice = notice(TELLING);
        return difference(kind, notice == null ? Cause.NO_NOTICE : Cause.UNEXPLAINED, notice, line);
    }

    /** The notice in the first of these states in which there is one. */
    private @Nullable NoticeLine notice(List<State> states) {
        return notices.stream()
                .filter(notice -> states.contains(notice.state()))
                .min(Comparator.comparing((NoticeLine notice) -> states.indexOf(notice.state()))
                        .thenComparing(BY_CONTENT_OF_NOTICE))
                .orElse(null);
    }

    private Difference difference(Kind kind, Cause cause, @Nullable NoticeLine notice, @Nullable StatementLine line) {
        return new Difference(kind, cause, id.channel(), id.transactionNo(), id.direction(), notice, line, booked);
    }
}
