package io.onlyonce.broken.states;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.Order;
import io.onlyonce.broken.shop.RefundDesk;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Status;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Fault: what was refunded so far is summed up first, then the refund is inserted, and nothing holds the order in between. Two refunds at the same time each find room
 * enough: together they give back more than was paid.
 */
public final class TwoStepRefundCheck extends RefundDesk {
    public TwoStepRefundCheck(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer refund(Call call, String orderId, BigDecimal amount) throws Exception {
        return shop.once().run(call, connection -> {
            Optional<Order> order = shop.orders().find(connection, orderId);
            if (order.isEmpty()) {
                return Problems.notFound("order " + orderId);
            }
            BigDecimal sum = refunded(connection, orderId).add(amount);
            if (order.get().status() != Status.PAID || sum.compareTo(order.get().amount()) > 0) {
                return Problems.refundExceedsPayment();
            }
            shop.partner().ask(call.ref(), order.get().sku());
            return book(connection, call, order.get(), amount);
        });
    }
}
