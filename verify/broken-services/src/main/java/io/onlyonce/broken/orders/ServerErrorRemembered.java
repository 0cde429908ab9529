package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.frame.UnavailableException;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;

/**
 * Fault: every answer is remembered, a failure too. "The same key gets the same answer" is taken by its letters. One hiccup of the warehouse, and this key gets 503 for
 * as long as the record is kept, though nothing was done.
 */
public final class ServerErrorRemembered extends OrderDesk {
    public ServerErrorRemembered(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        return shop.once().run(call, connection -> {
            try {
                return shop.orders().place(connection, order);
            } catch (UnavailableException e) {
                return Problems.unavailable(String.valueOf(e.getMessage()));
            }
        });
    }
}
