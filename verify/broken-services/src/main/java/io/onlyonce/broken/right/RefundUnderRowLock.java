package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.Order;
import io.onlyonce.broken.shop.RefundDesk;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Status;
import java.math.BigDecimal;
import java.util.Optional;

/** Right: the order's row is locked before its refunds are summed up, so that one refund after the other finds what the one before has left. */
public final class RefundUnderRowLock extends RefundDesk {
    public RefundUnderRowLock(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer refund(Call call, String orderId, BigDecimal amount) throws Exception {
        return shop.once().run(call, connection -> {
            Optional<Order> order = shop.orders().lock(connection, orderId);
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
