package io.onlyonce.shop.order;

import io.onlyonce.jdbc.guard.JdbcTransitions;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.coupon.Coupons;
import io.onlyonce.shop.product.Stock;
import io.onlyonce.state.Transition;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Cancels orders. */
@Service
public class Cancellations {
    private final OrderReader orders;
    private final JdbcTransitions<OrderStatus> transitions;
    private final Stock stock;
    private final Coupons coupons;

    Cancellations(OrderReader orders, JdbcTransitions<OrderStatus> transitions, Stock stock, Coupons coupons) {
        this.orders = orders;
        this.transitions = transitions;
        this.stock = stock;
        this.coupons = coupons;
    }

    /**
     * Cancels the order, once: stock and coupon go back with the transition, in its transaction. A repeat gets the cancelled order.
     *
     * @throws io.onlyonce.shop.Problem if it can't be cancelled any more, or there is none; nothing was done
     */
    @Transactional
    public Order cancel(String orderId, String cause) {
        String id = orders.get(orderId).orderId();
        Transition<OrderStatus> transition = transitions.advance(id, OrderFlow.CANCEL, cause);
        if (transition instanceof Transition.Applied) {
            coupons.giveBack(id);
            stock.giveBack(id);
        }
        Order now = orders.get(id);
        if (!transition.holds()) {
            throw Problems.notCancellable(id, now.status().name());
        }
        return now;
    }
}
