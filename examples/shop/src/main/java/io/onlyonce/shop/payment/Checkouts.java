package io.onlyonce.shop.payment;

import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.shop.Ids;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.order.OrderFlow;
import io.onlyonce.shop.order.OrderReader;
import io.onlyonce.shop.order.OrderStatus;
import io.onlyonce.state.Transition;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Sends buyers to a channel's page. */
@Service
class Checkouts {
    private final OrderReader orders;
    private final JdbcTransitions<OrderStatus> transitions;
    private final JdbcClient jdbc;

    Checkouts(OrderReader orders, JdbcTransitions<OrderStatus> transitions, JdbcClient jdbc) {
        this.orders = orders;
        this.transitions = transitions;
        this.jdbc = jdbc;
    }

    /** @param paymentNo the shop's number for this attempt to pay; the channel sends it back */
    record Checkout(String paymentNo, Channel channel) {}

    /**
     * Opens a channel's page for an order that is open, being paid already (the buyer opens a second page), or whose last payment failed.
     *
     * @throws io.onlyonce.shop.Problem if it can't be paid any more; nothing was done
     */
    @Transactional
    public Checkout open(String orderId, Channel channel) {
        String id = orders.get(orderId).orderId();
        Transition<OrderStatus> transition =
                transitions.advance(id, OrderFlow.CHECKOUT, "checkout at " + channel.code());
        if (!transition.holds()) {
            throw Problems.notPayable(id, orders.get(id).status().name());
        }
        String paymentNo = Ids.next();
        jdbc.sql("""
                        INSERT INTO checkout (payment_no, order_id, channel, at)
                        VALUES (:paymentNo, :orderId, :channel, CURRENT_TIMESTAMP(6))
                        """)
                .param("paymentNo", paymentNo)
                .param("orderId", id)
                .param("channel", channel.code())
                .update();
        return new Checkout(paymentNo, channel);
    }
}
