package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;

/**
 * Fault: keys are looked up without whose they are. "The client makes a UUID" is trusted; but clients count, or take a cart's number. The second user's order is never
 * placed, and he is shown the first one's.
 */
public final class KeyWithoutScope extends OrderDesk {
    public KeyWithoutScope(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        Call everybodys = call.withScope("").withPayload(order.basket());
        return shop.once().run(everybodys, connection -> shop.orders().place(connection, order));
    }
}
