package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Records;
import io.onlyonce.broken.shop.Shop;
import java.sql.SQLException;

/**
 * Fault: the record is committed before the work and nobody takes it back. "First the key, then the work" is half of a right idea; it forgets that the work can fail.
 * After a failure or a crash the key is taken and nothing is done: every retry is told that the first one is at work, for ever.
 */
public final class RecordBeforeBusiness extends OrderDesk {
    private final Records records;

    public RecordBeforeBusiness(Shop shop) {
        super(shop);
        this.records = shop.records();
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        try {
            shop.database().inTransaction(connection -> {
                records.begin(connection, call);
                return call;
            });
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
            return shop.database()
                    .inTransaction(connection ->
                            records.find(connection, call).orElseThrow().replayTo(call));
        }
        return shop.database().inTransaction(connection -> {
            Answer answer = shop.orders().place(connection, order);
            records.complete(connection, call, answer);
            return answer;
        });
    }
}
