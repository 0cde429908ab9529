package io.onlyonce.shop.callback;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.Expected;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.shop.callback.ChannelJournal.Receipt;
import io.onlyonce.shop.message.PaidOrders;
import io.onlyonce.shop.order.OrderFlow;
import io.onlyonce.shop.order.OrderReader;
import io.onlyonce.shop.order.OrderStatus;
import io.onlyonce.state.Transition;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What a payment's coming or failing means for its order. Whoever calls has the order's row locked. */
@Component
class ChannelPayments {
    private static final String CURRENCY = "CNY";

    private final JdbcTransitions<OrderStatus> transitions;
    private final JdbcClient jdbc;
    private final ChannelRefunds refunds;
    private final OrderReader orders;
    private final PaidOrders messages;

    ChannelPayments(
            JdbcTransitions<OrderStatus> transitions,
            JdbcClient jdbc,
            ChannelRefunds refunds,
            OrderReader orders,
            PaidOrders messages) {
        this.orders = orders;
        this.messages = messages;
        this.transitions = transitions;
        this.jdbc = jdbc;
        this.refunds = refunds;
    }

    /** What a buyer was sent to a channel's page for. */
    Optional<Expected> expected(String paymentNo) {
        return jdbc.sql("""
                        SELECT checkout.order_id, checkout.channel, orders.amount
                        FROM checkout JOIN orders ON orders.order_id = checkout.order_id
                        WHERE checkout.payment_no = :paymentNo
                        """)
                .param("paymentNo", paymentNo)
                .query((row, number) -> new Expected(
                        row.getString("order_id"),
                        row.getString("channel"),
                        new Amount(row.getBigDecimal("amount"), CURRENCY)))
                .optional();
    }

    /** Money has come, and was booked for the first time: it pays the order, or nobody has asked for it any more. */
    String paid(Receipt receipt) {
        Transition<OrderStatus> transition = advanceToPaid(receipt);
        if (transition instanceof Transition.Applied) {
            jdbc.sql("UPDATE orders SET paid_at = CURRENT_TIMESTAMP(6) WHERE order_id = :orderId AND status = 'PAID'")
                    .param("orderId", receipt.orderId())
                    .update();
            mark(receipt, "PAID");
            messages.publish(orders.get(receipt.orderId()));
            return "PAID";
        }
        mark(receipt, "EXTRA");
        String reason = current(receipt.orderId()) == OrderStatus.CANCELLED ? "PAID_LATE" : "PAID_TWICE";
        refunds.request(receipt, reason);
        return reason;
    }

    /** A payment that failed may succeed after all, at the same channel or at another: then the order goes back to PAYING first. */
    private Transition<OrderStatus> advanceToPaid(Receipt receipt) {
        String cause = "paid through " + receipt.channel();
        Transition<OrderStatus> first = transitions.advance(receipt.orderId(), OrderFlow.PAY_BY_CHANNEL, cause);
        if (first.holds() || current(receipt.orderId()) != OrderStatus.FAILED) {
            return first;
        }
        transitions.advance(receipt.orderId(), OrderFlow.CHECKOUT, "the channel has the money after all");
        return transitions.advance(receipt.orderId(), OrderFlow.PAY_BY_CHANNEL, cause);
    }

    private void mark(Receipt receipt, String status) {
        jdbc.sql("""
                        UPDATE checkout SET status = :status, transaction_no = :transactionNo
                        WHERE payment_no = :paymentNo AND status <> 'PAID'
                        """)
                .param("status", status)
                .param("transactionNo", receipt.transactionNo())
                .param("paymentNo", receipt.paymentNo())
                .update();
    }

    /** A payment has failed or was closed. That fails the order if it was the last one open; a late one fails nothing. */
    String failed(PaymentNotice notice, String orderId) {
        String status = notice.kind() == NoticeKind.FAILED ? "FAILED" : "CLOSED";
        int changed = jdbc.sql("UPDATE checkout SET status = :status WHERE payment_no = :paymentNo AND status = 'OPEN'")
                .param("status", status)
                .param("paymentNo", notice.paymentNo())
                .update();
        if (changed == 0 || hasOpenCheckout(orderId)) {
            return "RECORDED";
        }
        return transitions.advance(orderId, OrderFlow.FAIL, "payment failed at " + notice.channel())
                        instanceof Transition.Applied
                ? "FAILED"
                : "RECORDED";
    }

    private boolean hasOpenCheckout(String orderId) {
        return jdbc.sql("SELECT COUNT(*) FROM checkout WHERE order_id = :orderId AND status = 'OPEN'")
                        .param("orderId", orderId)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    private OrderStatus current(String orderId) {
        return OrderStatus.valueOf(jdbc.sql("SELECT status FROM orders WHERE order_id = :orderId FOR UPDATE")
                .param("orderId", orderId)
                .query(String.class)
                .single());
    }
}
