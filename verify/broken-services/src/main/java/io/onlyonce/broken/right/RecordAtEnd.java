package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;

/**
 * Right: the work first, the record last, both in one transaction. Copies may work side by side; the record's unique key lets one of them commit, the others lose all that
 * they did and give the winner's answer.
 */
public final class RecordAtEnd extends OrderDesk {
    public RecordAtEnd(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        return shop.once().run(call, connection -> shop.orders().place(connection, order));
    }
}
