package io.onlyonce.shop.callback;

import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.shop.Ids;
import io.onlyonce.shop.callback.ChannelJournal.Receipt;
import io.onlyonce.shop.order.OrderFlow;
import io.onlyonce.shop.order.OrderStatus;
import java.math.BigDecimal;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What money's going back means for the order, and which money still has to. Whoever calls has the order's row locked. */
@Component
class ChannelRefunds {
    private final JdbcTransitions<OrderStatus> transitions;
    private final JdbcClient jdbc;

    ChannelRefunds(JdbcTransitions<OrderStatus> transitions, JdbcClient jdbc) {
        this.transitions = transitions;
        this.jdbc = jdbc;
    }

    /** Asks for all of it to go back. The transaction's number makes it one request, however often it is made. */
    void request(Receipt receipt, String reason) {
        jdbc.sql("""
                        INSERT INTO refund_request (channel, transaction_no, order_id, amount, reason, at)
                        VALUES (:channel, :transactionNo, :orderId, :amount, :reason, CURRENT_TIMESTAMP(6))
                        """)
                .param("channel", receipt.channel())
                .param("transactionNo", receipt.transactionNo())
                .param("orderId", receipt.orderId())
                .param("amount", receipt.amount())
                .param("reason", reason)
                .update();
    }

    /** Whether a refund of the shop's own has not been answered by the channel yet: then nobody can say whether this one is it. */
    boolean isAsking(String orderId) {
        return jdbc.sql("""
                        SELECT COUNT(*) FROM refund
                        WHERE order_id = :orderId AND status = 'PROCESSING' AND channel_refund_no IS NULL
                        """).param("orderId", orderId).query(Integer.class).single() > 0;
    }

    /** Money has gone back, and was booked for the first time: it was the order's payment, or had been asked back. */
    String refunded(Receipt receipt, String refundNo, BigDecimal amount) {
        if (!paidTheOrder(receipt)) {
            return settled(receipt, amount);
        }
        Optional<String> own = ownRefund(receipt.orderId(), refundNo, amount);
        if (own.isPresent()) {
            done(own.get());
        } else {
            insert(receipt, refundNo, amount);
        }
        if (refundedInAll(receipt).compareTo(receipt.amount()) == 0) {
            transitions.advance(receipt.orderId(), OrderFlow.REFUND, "refunded in full through " + receipt.channel());
        }
        return "REFUNDED";
    }

    /** The shop's own refund that this one is: by the channel's number, else, as some channels tell of sums only, by the amount. */
    private Optional<String> ownRefund(String orderId, String refundNo, BigDecimal amount) {
        return jdbc.sql("""
                        SELECT refund_no FROM refund
                        WHERE order_id = :orderId AND status = 'PROCESSING' AND (channel_refund_no = :refundNo OR amount = :amount)
                        ORDER BY CASE WHEN channel_refund_no = :refundNo THEN 0 ELSE 1 END, refund_no LIMIT 1
                        """)
                .param("orderId", orderId)
                .param("refundNo", refundNo)
                .param("amount", amount)
                .query(String.class)
                .optional();
    }

    private void done(String refundNo) {
        jdbc.sql("UPDATE refund SET status = 'DONE' WHERE refund_no = :refundNo AND status = 'PROCESSING'")
                .param("refundNo", refundNo)
                .update();
    }

    private boolean paidTheOrder(Receipt receipt) {
        return jdbc.sql("""
                        SELECT COUNT(*) FROM checkout
                        WHERE payment_no = :paymentNo AND transaction_no = :transactionNo AND status = 'PAID'
                        """)
                        .param("paymentNo", receipt.paymentNo())
                        .param("transactionNo", receipt.transactionNo())
                        .query(Integer.class)
                        .single()
                == 1;
    }

    private String settled(Receipt receipt, BigDecimal amount) {
        int changed = jdbc.sql("""
                        UPDATE refund_request SET amount = amount - :amount
                        WHERE channel = :channel AND transaction_no = :transactionNo AND amount >= :amount
                        """)
                .param("amount", amount)
                .param("channel", receipt.channel())
                .param("transactionNo", receipt.transactionNo())
                .update();
        if (changed != 1) {
            throw new IllegalStateException("The transaction " + receipt.transactionNo() + " of " + receipt.channel()
                    + " did not pay its order, and no request covers what was given back of it.");
        }
        return "GIVEN_BACK";
    }

    /** A refund that was made at the channel, without the shop. */
    private void insert(Receipt receipt, String refundNo, BigDecimal amount) {
        jdbc.sql("""
                        INSERT INTO refund (refund_no, order_id, amount, status, channel_refund_no)
                        VALUES (:refundNo, :orderId, :amount, 'DONE', :channelRefundNo)
                        """)
                .param("refundNo", Ids.next())
                .param("orderId", receipt.orderId())
                .param("amount", amount)
                .param("channelRefundNo", refundNo)
                .update();
    }

    private BigDecimal refundedInAll(Receipt receipt) {
        return jdbc.sql("""
                        SELECT COALESCE(SUM(amount), 0) FROM funds_journal
                        WHERE channel = :channel AND refund_of = :transactionNo AND direction = 'OUT'
                        """)
                .param("channel", receipt.channel())
                .param("transactionNo", receipt.transactionNo())
                .query(BigDecimal.class)
                .single();
    }
}
