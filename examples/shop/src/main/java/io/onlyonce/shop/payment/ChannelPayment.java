package io.onlyonce.shop.payment;

import io.onlyonce.shop.Money;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which payment of which channel has paid an order. */
@Component
class ChannelPayment {
    private final JdbcClient jdbc;

    ChannelPayment(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The payment.
     *
     * @param transactionNo the channel's number of it
     * @param paymentNo the shop's number of it
     */
    record Paid(String channel, String transactionNo, String paymentNo, Money amount) {}

    /** The payment that has paid this order; empty if none has, or it was paid from a balance. */
    Optional<Paid> of(String orderId) {
        return jdbc.sql("""
                        SELECT checkout.channel, checkout.transaction_no, checkout.payment_no, orders.amount
                        FROM checkout JOIN orders ON orders.order_id = checkout.order_id
                        WHERE checkout.order_id = :orderId AND checkout.status = 'PAID'
                        """)
                .param("orderId", orderId)
                .query((row, number) -> new Paid(
                        row.getString("channel"),
                        row.getString("transaction_no"),
                        row.getString("payment_no"),
                        new Money(row.getBigDecimal("amount"))))
                .optional();
    }
}
