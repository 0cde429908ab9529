package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Stored;
import java.sql.SQLException;

/**
 * Right: a row for the key is committed first and means nothing by itself; then {@code SELECT … FOR UPDATE} lets one request after the other to it. Who finds it without an
 * answer does the work and keeps the answer there, in the same transaction.
 */
public final class RowLockedForUpdate extends OrderDesk {
    public RowLockedForUpdate(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        provide(call);
        return shop.database().inTransaction(connection -> {
            Stored record = shop.records().lock(connection, call).orElseThrow();
            if (record.answer() != null || !record.payload().equals(call.payload())) {
                return record.replayTo(call);
            }
            Answer answer = shop.orders().place(connection, order);
            shop.records().complete(connection, call, answer);
            return answer;
        });
    }

    private void provide(Call call) throws Exception {
        try {
            shop.database().inAutoCommit(connection -> {
                shop.records().begin(connection, call);
                return call;
            });
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
        }
    }
}
