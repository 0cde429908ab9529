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
 * Fault: the record holds no answer, so for a replay the work is run again "to get it". Where the work is a query that is right; here each replay takes stock and places
 * an order.
 */
public final class ReplayRunsAgain extends OrderDesk {
    private final Records records;

    public ReplayRunsAgain(Shop shop) {
        super(shop);
        this.records = shop.records();
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        Optional<Stored> first = shop.database().inTransaction(connection -> records.find(connection, call));
        if (first.isPresent() && first.get().replayTo(call).status() == 201) {
            return shop.database()
                    .inTransaction(connection -> shop.orders().place(connection, order))
                    .replayed();
        }
        return shop.once().run(call, connection -> shop.orders().place(connection, order));
    }
}
