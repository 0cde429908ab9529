package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;

/**
 * Fault: amounts are compared as {@code double}, as a canonical form of JSON numbers invites to. Two amounts that differ in the last digits of a large number are one
 * then: a key that is used again for another amount is answered with the old one.
 */
public final class AmountAsDouble extends OrderDesk {
    public AmountAsDouble(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        String payload =
                order.sku() + ' ' + order.quantity() + ' ' + order.amount().doubleValue();
        return shop.once()
                .run(call.withPayload(payload), connection -> shop.orders().place(connection, order));
    }
}
