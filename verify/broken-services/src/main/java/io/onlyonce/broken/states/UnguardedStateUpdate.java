package io.onlyonce.broken.states;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Order;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.StateDesk;
import io.onlyonce.broken.shop.Step;
import io.onlyonce.broken.shop.Steps;
import java.util.Optional;

/**
 * Fault: the status is read and checked, then written without asking whether it is still the same. Payment and cancellation that come together both find the order
 * pending; the money is taken, the stock goes back, and who came last decides what the order is.
 */
public final class UnguardedStateUpdate extends StateDesk {
    public UnguardedStateUpdate(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer take(String orderId, String ref, Step step) throws Exception {
        return shop.database().inTransaction(connection -> {
            Optional<Order> order = shop.orders().find(connection, orderId);
            if (order.isEmpty()) {
                return Problems.notFound("order " + orderId);
            }
            if (order.get().status() != step.from()) {
                return shop.steps().refused(connection, order.get(), ref, step);
            }
            shop.partner().ask(ref, order.get().sku());
            Rows.update(
                    connection,
                    "UPDATE orders SET status = ? WHERE order_id = ?",
                    step.to().name(),
                    orderId);
            shop.steps().follow(connection, order.get(), ref, step);
            return Steps.done(orderId, ref, step);
        });
    }
}
