package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Order;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.StateDesk;
import io.onlyonce.broken.shop.Step;
import io.onlyonce.broken.shop.Steps;
import java.util.Optional;

/** Right: the order's row is locked, then its status is read, checked and written. */
public final class StateUnderRowLock extends StateDesk {
    public StateUnderRowLock(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer take(String orderId, String ref, Step step) throws Exception {
        return shop.database().inTransaction(connection -> {
            Optional<Order> order = shop.orders().lock(connection, orderId);
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
