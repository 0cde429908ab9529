package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;

/**
 * Fault: the key is read and not used. People write it because the client "disables the button" or the gateway "does not retry". Each copy, each retry after a lost
 * answer is another order: stock and money go as often as the request came.
 */
public final class NoDeduplication extends OrderDesk {
    public NoDeduplication(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        return shop.database().inTransaction(connection -> shop.orders().place(connection, order));
    }
}
