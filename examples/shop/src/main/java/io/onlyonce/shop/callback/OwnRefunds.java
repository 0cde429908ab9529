package io.onlyonce.shop.callback;

import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.shop.Ids;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** An order's refunds: those that the shop has asked its channel for, and those that were made there without it. Whoever calls has the order's row locked. */
@Repository
class OwnRefunds {
    private final JdbcClient jdbc;

    OwnRefunds(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A refund.
     *
     * @param channelRefundNo the channel's number; null until it has answered
     */
    record Own(String refundNo, @Nullable String channelRefundNo, BigDecimal amount, String status) {
        /** Whether it is this one that the notice tells of, by the own number or by the channel's. */
        boolean isNamedBy(PaymentNotice notice) {
            return refundNo.equals(notice.ownRefundNo())
                    || refundNo.equals(notice.refundId())
                    || (channelRefundNo != null && channelRefundNo.equals(notice.refundId()));
        }

        boolean isDone() {
            return status.equals("DONE");
        }

        boolean isUnderWay() {
            return status.equals("PROCESSING");
        }

        /** Whether the channel has not answered yet: then its number is not known, and a notice of it not recognised. */
        boolean isAsking() {
            return isUnderWay() && channelRefundNo == null;
        }
    }

    List<Own> of(String orderId) {
        return jdbc.sql(
                        "SELECT refund_no, channel_refund_no, amount, status FROM refund WHERE order_id = :orderId ORDER BY refund_no")
                .param("orderId", orderId)
                .query((row, number) -> new Own(
                        row.getString("refund_no"),
                        row.getString("channel_refund_no"),
                        row.getBigDecimal("amount"),
                        row.getString("status")))
                .list();
    }

    /** It has been made: the shop's own of this number, or else one that was made at the channel. */
    void done(String orderId, String number, BigDecimal amount) {
        int own =
                jdbc.sql("""
                        UPDATE refund SET status = 'DONE'
                        WHERE order_id = :orderId AND refund_no = :number AND status = 'PROCESSING'
                        """).param("orderId", orderId).param("number", number).update();
        if (own == 0) {
            jdbc.sql("""
                            INSERT INTO refund (refund_no, order_id, amount, status, channel_refund_no)
                            VALUES (:refundNo, :orderId, :amount, 'DONE', :number)
                            """)
                    .param("refundNo", Ids.next())
                    .param("orderId", orderId)
                    .param("amount", amount)
                    .param("number", number)
                    .update();
        }
    }
}
