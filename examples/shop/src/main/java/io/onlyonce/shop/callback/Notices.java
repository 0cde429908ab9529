package io.onlyonce.shop.callback;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.Expected;
import io.onlyonce.callback.PaymentBook.Noted;
import io.onlyonce.callback.PaymentBook.Noted.State;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.jdbc.guard.Inserted;
import io.onlyonce.jdbc.guard.UniqueInsert;
import io.onlyonce.jdbc.guard.UniqueInserts;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What was said and what came of it, one row per notice; and what was genuine but can't be right. */
@Repository
class Notices {
    private static final UniqueInsert<Row, State> NOTICE = UniqueInsert.<Row>into(
                    """
                    INSERT INTO payment_notice
                        (channel, notice_id, transaction_no, refund_no, payment_no, order_id, kind, amount, state, outcome, received_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP(6))
                    """,
                    row -> UniqueInsert.values(
                            row.notice().channel(),
                            row.notice().noticeId(),
                            row.notice().transactionId(),
                            row.notice().refundId(),
                            row.notice().paymentNo(),
                            row.orderId(),
                            row.notice().kind().name(),
                            row.yuan(),
                            row.noted().state().name(),
                            row.noted().outcome()))
            .identifiedBy(
                    "SELECT state FROM payment_notice WHERE channel = ? AND notice_id = ?",
                    Row::identity,
                    row -> State.valueOf(row.getString("state")));

    private static final UniqueInsert<Row, String> SUSPICIOUS = UniqueInsert.<Row>into(
                    """
                    INSERT INTO suspicious_notice
                        (channel, notice_id, transaction_no, payment_no, order_id, kind, said, reason, received_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP(6))
                    """,
                    row -> UniqueInsert.values(
                            row.notice().channel(),
                            row.notice().noticeId(),
                            row.notice().transactionId(),
                            row.notice().paymentNo(),
                            row.orderId(),
                            row.notice().kind().name(),
                            row.said(),
                            row.noted().outcome()))
            .identifiedBy(
                    "SELECT reason FROM suspicious_notice WHERE channel = ? AND notice_id = ?",
                    Row::identity,
                    row -> row.getString("reason"));

    private final UniqueInserts inserts;
    private final JdbcClient jdbc;

    Notices(UniqueInserts inserts, JdbcClient jdbc) {
        this.inserts = inserts;
        this.jdbc = jdbc;
    }

    private record Row(PaymentNotice notice, @Nullable String orderId, Noted noted) {
        List<String> identity() {
            return List.of(notice.channel(), notice.noticeId());
        }

        private @Nullable Amount amount() {
            return notice.amount() != null ? notice.amount() : notice.refundedInAll();
        }

        /** The amount, if it is one in the shop's money. */
        @Nullable
        BigDecimal yuan() {
            Amount amount = amount();
            return amount != null && amount.currency().equals("CNY") ? amount.value() : null;
        }

        @Nullable
        String said() {
            Amount amount = amount();
            return amount == null ? null : amount.toString();
        }
    }

    /** Notes what became of a notice; one that was waiting, or put aside, is noted again. */
    void note(PaymentNotice notice, @Nullable Expected expected, Noted noted) {
        Row row = new Row(notice, expected == null ? null : expected.orderNo(), noted);
        if (inserts.insert(NOTICE, row) instanceof Inserted.Existing<State>) {
            noteAgain(row);
        }
        if (noted.state() == State.DOUBTFUL) {
            inserts.insert(SUSPICIOUS, row);
        }
    }

    /** What is done, or doubtful, stays so. */
    private void noteAgain(Row row) {
        jdbc.sql("""
                        UPDATE payment_notice SET state = :state, outcome = :outcome, order_id = COALESCE(:orderId, order_id)
                        WHERE channel = :channel AND notice_id = :noticeId AND state IN ('WAITING', 'PARKED')
                        """)
                .param("state", row.noted().state().name())
                .param("outcome", row.noted().outcome())
                .param("orderId", row.orderId())
                .param("channel", row.notice().channel())
                .param("noticeId", row.notice().noticeId())
                .update();
    }
}
