package io.onlyonce.shop.callback;

import io.onlyonce.shop.Problems;
import io.onlyonce.shop.order.Order;
import io.onlyonce.shop.order.OrderReader;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/payments/{paymentNo}/query}: where the buyer comes back to from the channel's page, whether or not the callback has come. */
@RestController
class PaymentQueryController {
    private final PaymentQueries queries;
    private final ChannelPayments payments;
    private final OrderReader orders;

    PaymentQueryController(PaymentQueries queries, ChannelPayments payments, OrderReader orders) {
        this.queries = queries;
        this.payments = payments;
        this.orders = orders;
    }

    record Queried(String orderId, String status) {}

    /** Asks the channel, and says how the order stands then. As often as you like. */
    @PostMapping("/api/payments/{paymentNo}/query")
    Queried query(@PathVariable String paymentNo) {
        String orderId = payments.expected(paymentNo)
                .orElseThrow(() -> Problems.noSuch("payment", paymentNo))
                .orderNo();
        queries.query(paymentNo);
        Order order = orders.get(orderId);
        return new Queried(order.orderId(), order.status().name());
    }
}
