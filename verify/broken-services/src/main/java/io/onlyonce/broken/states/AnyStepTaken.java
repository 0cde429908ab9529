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
 * Fault: every event is taken as it comes, only a repeated one is passed over. "The events come in order" holds until one is late: an order is shipped before it is paid,
 * or paid after it was cancelled.
 */
public final class AnyStepTaken extends StateDesk {
    public AnyStepTaken(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer take(String orderId, String ref, Step step) throws Exception {
        return shop.database().inTransaction(connection -> {
            Optional<Order> order = shop.orders().lock(connection, orderId);
            if (order.isEmpty()) {
                return Problems.notFound("order " + orderId);
            }
            if (shop.orders().hasBeen(connection, orderId, step.to())) {
                return Steps.done(orderId, ref, step);
            }
            shop.partner().ask(ref, order.get().sku());
            Rows.update(
                    connection,
                    "UPDATE orders SET status = ? WHERE order_id = ?",
                    step.to().name(),
                    orderId);
            shop.steps().follow(connection, order.get(), ref, order.get().status(), step);
            return Steps.done(orderId, ref, step);
        });
    }
}
