package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Records;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Stored;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Fault: a duplicate's error is caught and passed over, "somebody has recorded it already". On PostgreSQL the transaction is dead from then on: the commit is quietly a
 * rollback, and the caller is told of an order that was never kept.
 */
public final class SwallowedDuplicate extends OrderDesk {
    private final Records records;

    public SwallowedDuplicate(Shop shop) {
        super(shop);
        this.records = shop.records();
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        return shop.database().inTransaction(connection -> {
            Optional<Stored> first = records.find(connection, call);
            if (first.isPresent()) {
                return first.get().replayTo(call);
            }
            Answer answer = shop.orders().place(connection, order);
            try {
                records.keep(connection, call, answer);
            } catch (SQLException e) {
                if (!Rows.isDuplicate(e)) {
                    throw e;
                }
                // recorded already
            }
            return answer;
        });
    }
}
