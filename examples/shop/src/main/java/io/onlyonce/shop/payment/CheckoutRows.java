package io.onlyonce.shop.payment;

import io.onlyonce.callback.CallbackPipeline;
import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.database.WholeUnit;
import io.onlyonce.shop.order.OrderFlow;
import io.onlyonce.shop.order.OrderReader;
import io.onlyonce.shop.order.OrderStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The shop's own part of a checkout: its row, under a number that is unique, and the order's state, in one transaction. */
@Component
class CheckoutRows {
    private final OrderReader orders;
    private final JdbcTransitions<OrderStatus> transitions;
    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final WholeUnit unit;
    private final CallbackPipeline callbacks;

    CheckoutRows(
            OrderReader orders,
            JdbcTransitions<OrderStatus> transitions,
            JdbcClient jdbc,
            PlatformTransactionManager transactions,
            WholeUnit unit,
            CallbackPipeline callbacks) {
        this.orders = orders;
        this.transitions = transitions;
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
        this.unit = unit;
        this.callbacks = callbacks;
    }

    /**
     * Adds the row and makes the order PAYING. The order is locked first: the row's foreign key would share the lock that the transition then wants alone.
     *
     * @throws io.onlyonce.shop.Problem if the order can't be paid any more; nothing was done
     * @throws org.springframework.dao.DuplicateKeyException if there is a checkout of this number; nothing was done
     */
    void add(String orderId, Checkout checkout) {
        inTransaction(() -> {
            jdbc.sql("SELECT order_id FROM orders WHERE order_id = :orderId FOR UPDATE")
                    .param("orderId", orderId)
                    .query(String.class)
                    .single();
            jdbc.sql("""
                            INSERT INTO checkout (payment_no, order_id, channel, at)
                            VALUES (:paymentNo, :orderId, :channel, CURRENT_TIMESTAMP(6))
                            """)
                    .param("paymentNo", checkout.paymentNo())
                    .param("orderId", orderId)
                    .param("channel", checkout.channel())
                    .update();
            advance(orderId, checkout);
            callbacks.settle(checkout.paymentNo()); // a channel that was faster than this
        });
    }

    /** Makes the order PAYING once more, for a checkout whose row is there. */
    void mustBePayable(String orderId, Checkout checkout) {
        inTransaction(() -> advance(orderId, checkout));
    }

    private void advance(String orderId, Checkout checkout) {
        if (!transitions
                .advance(orderId, OrderFlow.CHECKOUT, "checkout at " + checkout.channel())
                .holds()) {
            throw Problems.notPayable(orderId, orders.get(orderId).status().name());
        }
    }

    /** Whether the row of this number says the same. */
    boolean isOf(String orderId, Checkout checkout) {
        return jdbc.sql("""
                        SELECT COUNT(*) FROM checkout
                        WHERE payment_no = :paymentNo AND order_id = :orderId AND channel = :channel
                        """)
                        .param("paymentNo", checkout.paymentNo())
                        .param("orderId", orderId)
                        .param("channel", checkout.channel())
                        .query(Integer.class)
                        .single()
                == 1;
    }

    private void inTransaction(Runnable work) {
        unit.retried(() -> transaction.execute(status -> {
            work.run();
            return orders; // a supplier gives something
        }));
    }
}
