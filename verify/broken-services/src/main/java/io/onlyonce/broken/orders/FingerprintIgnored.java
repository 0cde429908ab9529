package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;

/**
 * Fault: the key alone decides, what was asked for is not compared. A client that uses a key again by mistake, for another order, is told that this order was placed:
 * he gets the old one's answer and nothing is done.
 */
public final class FingerprintIgnored extends OrderDesk {
    public FingerprintIgnored(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        return shop.once()
                .run(call.withPayload("any"), connection -> shop.orders().place(connection, order));
    }
}
