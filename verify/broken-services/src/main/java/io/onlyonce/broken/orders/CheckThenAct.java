package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Records;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Stored;
import java.util.Optional;

/**
 * Fault: looks whether the key is known, then acts, and nothing refuses a second row. It is the first thing that comes to mind, and every test with one request after
 * the other passes. Copies that arrive together all see nothing and all order.
 */
public final class CheckThenAct extends OrderDesk {
    private final Records records;

    public CheckThenAct(Shop shop) {
        super(shop);
        this.records = shop.log();
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        return shop.database().inTransaction(connection -> {
            Optional<Stored> first = records.find(connection, call);
            if (first.isPresent()) {
                return first.get().replayTo(call);
            }
            Answer answer = shop.orders().place(connection, order);
            records.keep(connection, call, answer);
            return answer;
        });
    }
}
