package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;

/** Right: {@code ON CONFLICT DO NOTHING}, whose row count decides, and a second statement that reads the winner. Record and order are one transaction. */
public final class OnConflictThenSelect extends OrderDesk {
    public OnConflictThenSelect(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        return shop.database().inTransaction(connection -> {
            if (!shop.records().beginIfNew(connection, call)) {
                return shop.records().find(connection, call).orElseThrow().replayTo(call);
            }
            Answer answer = shop.orders().place(connection, order);
            shop.records().complete(connection, call, answer);
            return answer;
        });
    }
}
