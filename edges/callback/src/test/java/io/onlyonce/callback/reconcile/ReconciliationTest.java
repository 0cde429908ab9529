package io.onlyonce.callback.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentBook.Noted.State;
import io.onlyonce.callback.reconcile.Difference.Cause;
import io.onlyonce.callback.reconcile.Difference.Kind;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReconciliationTest {
    private static final Instant CUT_OFF = Instant.parse("2026-12-02T00:00:00Z");
    private static final Reconciliation RECONCILIATION = new Reconciliation(CUT_OFF);

    private static StatementLine listed(String transactionNo, String paymentNo, String amount) {
        return new StatementLine(
                "alipay",
                transactionNo,
                Direction.IN,
                paymentNo,
                Amount.ofDecimal(amount, "CNY"),
                CUT_OFF.minusSeconds(60));
    }

    private static BookedLine booked(String transactionNo, String paymentNo, String amount, Instant at) {
        return new BookedLine("alipay", transactionNo, Direction.IN, paymentNo, Amount.ofDecimal(amount, "CNY"), at);
    }

    private static NoticeLine notice(String id, String transactionNo, NoticeKind kind, State state, String outcome) {
        return new NoticeLine("alipay", id, transactionNo, kind, state, outcome);
    }

    @Test
    @DisplayName("B-33 a doubtful notice tells why its money is not booked, by its doubt")
    void doubt() {
        List<Difference> found = RECONCILIATION.compare(
                List.of(listed("T1", "P1", "24.99")),
                List.of(),
                List.of(notice("N1", "T1", NoticeKind.PAID, State.DOUBTFUL, Doubt.AMOUNT.name())));
        assertThat(found)
                .extracting(Difference::kind, Difference::cause, one -> outcome(one))
                .containsExactly(tuple(Kind.MISSING_IN_BOOKS, Cause.NOTICE_DOUBTFUL, "AMOUNT"));
    }

    private static String outcome(Difference difference) {
        NoticeLine notice = difference.notice();
        return notice == null ? "no notice" : notice.outcome();
    }

    @Test
    @DisplayName("B-31 money whose notice waits for its order is known, and known as that; when it is parked, as that")
    void waiting() {
        for (State state : List.of(State.WAITING, State.PARKED)) {
            List<Difference> found = RECONCILIATION.compare(
                    List.of(listed("T1", "P1", "25.00")),
                    List.of(),
                    List.of(notice("N1", "T1", NoticeKind.PAID, state, "NO_PAYMENT")));
            assertThat(found)
                    .extracting(Difference::cause, one -> outcome(one), Difference::identity)
                    .containsExactly(tuple(
                            state == State.WAITING ? Cause.NOTICE_WAITING : Cause.NOTICE_PARKED,
                            "NO_PAYMENT",
                            "MISSING_IN_BOOKS alipay IN T1"));
        }
    }

    @Test
    @DisplayName("a notice of another direction, channel or transaction, or of no money, explains nothing")
    void otherNotices() {
        List<Difference> found = RECONCILIATION.compare(
                List.of(listed("T1", "P1", "25.00")),
                List.of(),
                List.of(
                        notice("N1", "T1", NoticeKind.REFUNDED, State.DONE, "BOOKED"),
                        notice("N2", "T1", NoticeKind.FAILED, State.DONE, "NOTED"),
                        notice("N3", "T1", NoticeKind.REFUND_FAILED, State.PARKED, "NOTED"),
                        notice("N4", "t1", NoticeKind.PAID, State.DONE, "BOOKED"),
                        new NoticeLine("alipay", "N5", null, NoticeKind.PAID, State.DOUBTFUL, "IDENTITY"),
                        new NoticeLine("wechatpay", "N6", "T1", NoticeKind.PAID, State.DONE, "BOOKED")));
        assertThat(found).extracting(Difference::cause).containsExactly(Cause.NO_NOTICE);
    }

    @Test
    @DisplayName("booked and not listed: nothing to worry about from the cut-off on, a difference a nanosecond before")
    void cutOff() {
        List<NoticeLine> notices = List.of(
                notice("N1", "T1", NoticeKind.PAID, State.DONE, "BOOKED"),
                notice("N2", "T2", NoticeKind.PAID, State.DONE, "BOOKED"));
        List<Difference> found = RECONCILIATION.compare(
                List.of(),
                List.of(booked("T1", "P1", "25.00", CUT_OFF), booked("T2", "P2", "25.00", CUT_OFF.minusNanos(1))),
                notices);
        assertThat(found)
                .extracting(Difference::kind, Difference::cause)
                .containsExactly(
                        tuple(Kind.MISSING_AT_PROVIDER, Cause.NOT_YET_AT_PROVIDER),
                        tuple(Kind.MISSING_AT_PROVIDER, Cause.UNEXPLAINED));
    }

    @Test
    @DisplayName("one movement may differ in several ways; each is a difference of its own")
    void several() {
        List<Difference> found = RECONCILIATION.compare(
                List.of(listed("T1", "P2", "24.00"), listed("T1", "P2", "24.00"), listed("T1", "P3", "23.00")),
                List.of(booked("T1", "P1", "25.00", CUT_OFF)),
                List.of());
        assertThat(found)
                .extracting(Difference::identity)
                .containsExactly("AMOUNT alipay IN T1", "PAYMENT_NO alipay IN T1", "DOUBLED_AT_PROVIDER alipay IN T1");
        assertThat(found).extracting(Difference::statement).containsOnly(listed("T1", "P2", "24.00"));
    }

    @Test
    @DisplayName("of several lines and notices of one movement the same one is shown, whatever order they come in")
    void chosen() {
        StatementLine one = listed("T1", "P2", "24.00");
        StatementLine other = listed("T1", "P2", "23.00");
        NoticeLine first = notice("N1", "T1", NoticeKind.PAID, State.WAITING, "NO_PAYMENT");
        NoticeLine second = notice("N2", "T1", NoticeKind.PAID, State.WAITING, "NO_ORDER");
        List<Difference> found = RECONCILIATION.compare(List.of(one, other), List.of(), List.of(first, second));
        assertThat(RECONCILIATION.compare(List.of(other, one), List.of(), List.of(second, first)))
                .isEqualTo(found);
        assertThat(found).extracting(Difference::statement).containsOnly(other);
        assertThat(found).extracting(Difference::notice).containsOnly(first);
    }

    @Test
    @DisplayName("25 and 25.00 are one amount")
    void amounts() {
        assertThat(RECONCILIATION.compare(
                        List.of(listed("T1", "P1", "25")), List.of(booked("T1", "P1", "25.00", CUT_OFF)), List.of()))
                .isEmpty();
    }

    @Test
    @DisplayName("a payment and a refund under one number, and one number at two providers, are different movements")
    void movements() {
        BookedLine payment = booked("T1", "P1", "25.00", CUT_OFF);
        List<Difference> found = RECONCILIATION.compare(
                List.of(
                        new StatementLine("alipay", "T1", Direction.OUT, "P1", payment.amount(), CUT_OFF),
                        new StatementLine("wechatpay", "T1", Direction.IN, "P1", payment.amount(), CUT_OFF)),
                List.of(payment),
                List.of());
        assertThat(found)
                .extracting(Difference::identity)
                .containsExactly(
                        "MISSING_AT_PROVIDER alipay IN T1",
                        "MISSING_IN_BOOKS alipay OUT T1",
                        "MISSING_IN_BOOKS wechatpay IN T1");
    }

    @Test
    @DisplayName("books that have a movement twice are no books: refused with the remedy")
    void bookedTwice() {
        BookedLine line = booked("T1", "P1", "25.00", CUT_OFF);
        assertThatThrownBy(() -> RECONCILIATION.compare(List.of(), List.of(line, line), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("alipay IN T1", "unique key");
    }

    @Test
    @DisplayName("numbers as a file wraps them are refused: with a blank or a tab no line would find its partner")
    void unusable() {
        for (String number : List.of("", "T1\t", "`T1 ", "\ufeffT1", "x".repeat(129))) {
            assertThatThrownBy(() -> listed(number, "P1", "25.00"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("transaction number");
            assertThatThrownBy(() -> booked(number, "P1", "25.00", CUT_OFF))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(
                        () -> new StatementLine("ali pay", "T1", Direction.IN, "P1", Amount.ofMinor(1, "CNY"), CUT_OFF))
                .hasMessageContaining("channel");
    }
}
