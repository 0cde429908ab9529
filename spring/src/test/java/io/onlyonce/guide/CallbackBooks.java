package io.onlyonce.guide;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.Booking;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.Expected;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentBook;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.jdbc.guard.Inserted;
import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.jdbc.guard.UniqueInsert;
import io.onlyonce.jdbc.guard.UniqueInserts;
import io.onlyonce.state.Transition;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The application's side of callbacks, as docs/callbacks.md shows it. */
final class CallbackBooks {
    enum OrderStatus {
        PENDING,
        PAID
    }

    private CallbackBooks() {}

    @Component
    static class Books implements PaymentBook {
        static final UniqueInsert<PaymentNotice, String> RECEIPT = UniqueInsert.<PaymentNotice>into(
                        "INSERT INTO receipt (channel, transaction_no, payment_no, amount) VALUES (?, ?, ?, ?)",
                        notice -> UniqueInsert.values(
                                notice.channel(),
                                notice.transactionId(),
                                notice.paymentNo(),
                                Objects.requireNonNull(notice.amount()).value()))
                .identifiedBy(
                        "SELECT payment_no FROM receipt WHERE channel = ? AND transaction_no = ?",
                        notice -> List.of(notice.channel(), Objects.requireNonNull(notice.transactionId())),
                        row -> row.getString("payment_no"));

        private final JdbcClient jdbc;
        private final UniqueInserts inserts;
        private final JdbcTransitions<OrderStatus> transitions;

        Books(JdbcClient jdbc, UniqueInserts inserts, JdbcTransitions<OrderStatus> transitions) {
            this.jdbc = jdbc;
            this.inserts = inserts;
            this.transitions = transitions;
        }

        @Override
        public Optional<Expected> expected(PaymentNotice notice) {
            return jdbc.sql("SELECT order_no, channel, amount FROM payment WHERE payment_no = ?")
                    .param(notice.paymentNo())
                    .query((row, number) -> new Expected(
                            row.getString("order_no"),
                            row.getString("channel"),
                            new Amount(row.getBigDecimal("amount"), "CNY")))
                    .optional();
        }

        @Override
        public Booking book(PaymentNotice notice, Expected expected) {
            if (notice.kind() != NoticeKind.PAID) {
                return new Booking.Done("RECORDED");
            }
            if (inserts.insert(RECEIPT, notice) instanceof Inserted.Existing<String> known) {
                return known.row().equals(notice.paymentNo())
                        ? new Booking.Done("KNOWN")
                        : new Booking.Doubtful(Doubt.IDENTITY);
            }
            // one that is already paid is paid twice: only who moves the order has paid it
            return transitions.advance(expected.orderNo(), OrderStatus.PAID, "paid") instanceof Transition.Applied
                    ? new Booking.Done("PAID")
                    : new Booking.Done("TO_BE_GIVEN_BACK");
        }

        @Override
        public void note(PaymentNotice notice, @Nullable Expected expected, Noted noted) {
            if (inserts.insert(NOTE, new Note(notice, noted)) instanceof Inserted.Existing) {
                jdbc.sql("UPDATE notice SET state = ?, outcome = ? WHERE channel = ? AND notice_id = ?")
                        .params(noted.state().name(), noted.outcome(), notice.channel(), notice.noticeId())
                        .update();
            }
        }

        private record Note(PaymentNotice notice, Noted noted) {}

        private static final UniqueInsert<Note, String> NOTE = UniqueInsert.<Note>into(
                        "INSERT INTO notice (channel, notice_id, state, outcome) VALUES (?, ?, ?, ?)",
                        note -> UniqueInsert.values(
                                note.notice().channel(),
                                note.notice().noticeId(),
                                note.noted().state().name(),
                                note.noted().outcome()))
                .identifiedBy(
                        "SELECT state FROM notice WHERE channel = ? AND notice_id = ?",
                        note -> List.of(note.notice().channel(), note.notice().noticeId()),
                        row -> row.getString("state"));
    }
}
