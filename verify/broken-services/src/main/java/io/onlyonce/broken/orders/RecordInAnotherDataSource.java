package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Database;
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
 * Fault: the record goes over a connection of its own, as it does where the idempotency library was given another data source than the business. It looks like one
 * transaction and is two. If the process dies between the record's commit and the order's, the retry is answered with an order that does not exist.
 */
public final class RecordInAnotherDataSource extends OrderDesk {
    private final Records records;
    private final Database another;

    public RecordInAnotherDataSource(Shop shop) {
        super(shop);
        this.records = shop.records();
        this.another = Database.open(shop.options());
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        Optional<Stored> known = another.inAutoCommit(connection -> records.find(connection, call));
        if (known.isPresent()) {
            return known.get().replayTo(call);
        }
        try {
            return shop.database().inTransaction(connection -> {
                Answer answer = shop.orders().place(connection, order);
                another.inAutoCommit(other -> {
                    records.keep(other, call, answer);
                    return answer;
                });
                shop.partner().tell(); // the invoice is printed
                shop.partner().tell(); // and sent
                shop.partner().tell(); // the warehouse hears of it
                shop.partner().tell(); // and the customer
                return answer;
            });
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
            return another.inAutoCommit(
                    connection -> records.find(connection, call).orElseThrow().replayTo(call));
        }
    }

    @Override
    public void stop() {
        another.close();
    }
}
