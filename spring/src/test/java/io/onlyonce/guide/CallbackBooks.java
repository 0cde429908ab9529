package io.onlyonce.guide;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.Booking;
import io.onlyonce.callback.Expected;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentBook;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.state.Transition;
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
        private final JdbcClient jdbc;
        private final JdbcTransitions<OrderStatus> transitions;

        Books(JdbcClient jdbc, JdbcTransitions<OrderStatus> transitions) {
            this.jdbc = jdbc;
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
            if (!receipt(notice, expected)) {
                return new Booking.Done("KNOWN");
            }
            // one that is already paid is paid twice: only who moves the order has paid it
            return transitions.advance(expected.orderNo(), OrderStatus.PAID, "paid") instanceof Transition.Applied
                    ? new Booking.Done("PAID")
                    : new Booking.Done("TO_BE_GIVEN_BACK");
        }

        @Override
        public void note(PaymentNotice notice, @Nullable Expected expected, Noted noted) {
            int changed = jdbc.sql("UPDATE notice SET state = ?, outcome = ? WHERE channel = ? AND notice_id = ?")
                    .params(noted.state().name(), noted.outcome(), notice.channel(), notice.noticeId())
                    .update();
            if (changed == 0) {
                jdbc.sql("INSERT INTO notice (channel, notice_id, state, outcome) VALUES (?, ?, ?, ?)")
                        .params(
                                notice.channel(),
                                notice.noticeId(),
                                noted.state().name(),
                                noted.outcome())
                        .update();
            }
        }

        /** One row per transaction of the provider: a unique key on (channel, transaction_no) stands behind it. */
        private boolean receipt(PaymentNotice notice, Expected expected) {
            return jdbc.sql("""
                            INSERT INTO receipt (channel, transaction_no, order_no, amount)
                            SELECT ?, ?, ?, ? FROM payment
                            WHERE payment_no = ? AND NOT EXISTS (
                                SELECT 1 FROM receipt WHERE channel = ? AND transaction_no = ?)
                            """)
                            .params(
                                    notice.channel(),
                                    notice.transactionId(),
                                    expected.orderNo(),
                                    expected.amount().value(),
                                    notice.paymentNo(),
                                    notice.channel(),
                                    notice.transactionId())
                            .update()
                    == 1;
        }
    }
}
