package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;
import java.sql.SQLException;
import java.sql.Savepoint;

/**
 * Right: the record is inserted first, in the business' transaction and behind a savepoint. A duplicate waits in the database for the first one's end; then its error is
 * undone to the savepoint, which keeps a PostgreSQL transaction alive, and the first one's answer is read.
 */
public final class InsertWithSavepoint extends OrderDesk {
    public InsertWithSavepoint(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        return shop.database().inTransaction(connection -> {
            Savepoint before = connection.setSavepoint();
            try {
                shop.records().begin(connection, call);
            } catch (SQLException e) {
                if (!Rows.isDuplicate(e)) {
                    throw e;
                }
                connection.rollback(before);
                return shop.records().find(connection, call).orElseThrow().replayTo(call);
            }
            Answer answer = shop.orders().place(connection, order);
            shop.records().complete(connection, call, answer);
            return answer;
        });
    }
}
