package io.onlyonce.broken.states;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Order;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.StateDesk;
import io.onlyonce.broken.shop.Status;
import io.onlyonce.broken.shop.Step;
import io.onlyonce.broken.shop.Steps;
import java.util.Optional;

/**
 * Fault: to make the cancellation repeatable, an order that is cancelled already is let through as well, and what follows from a cancellation follows again. Each copy
 * puts the goods back once more.
 */
public final class StockReturnedEachTime extends StateDesk {
    public StockReturnedEachTime(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer take(String orderId, String ref, Step step) throws Exception {
        if (step != Step.CANCEL) {
            return shop.database().inTransaction(connection -> shop.steps().take(connection, orderId, ref, step));
        }
        return shop.database().inTransaction(connection -> {
            Optional<Order> order = shop.orders().lock(connection, orderId);
            if (order.isEmpty()) {
                return Problems.notFound("order " + orderId);
            }
            Status status = order.get().status();
            if (status != Status.PENDING && status != Status.CANCELLED) {
                return Problems.illegalTransition(status.name());
            }
            Rows.update(connection, "UPDATE orders SET status = 'CANCELLED' WHERE order_id = ?", orderId);
            shop.steps().follow(connection, order.get(), ref, step);
            return Steps.done(orderId, ref, step);
        });
    }
}
