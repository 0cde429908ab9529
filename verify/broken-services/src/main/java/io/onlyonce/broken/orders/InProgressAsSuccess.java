package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Json;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.frame.UnavailableException;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Records;
import io.onlyonce.broken.shop.Shop;
import java.sql.SQLException;

/**
 * Fault: a copy that meets the first one at work is told that all is well. It sounds friendly; but the first one may fail yet, and then the client has a success in his
 * hands and no order.
 */
public final class InProgressAsSuccess extends OrderDesk {
    private final Records records;

    public InProgressAsSuccess(Shop shop) {
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
            return known(call);
        }
        try {
            return shop.database().inTransaction(connection -> {
                Answer answer = shop.orders().place(connection, order);
                records.complete(connection, call, answer);
                return answer;
            });
        } catch (UnavailableException e) {
            shop.database().inTransaction(connection -> {
                records.forget(connection, call);
                return call;
            });
            throw e;
        }
    }

    private Answer known(Call call) throws Exception {
        Answer replay = shop.database()
                .inTransaction(connection -> records.find(connection, call))
                .map(stored -> stored.replayTo(call))
                .orElseGet(Problems::inProgress);
        return replay.status() == 409 && replay.headers().containsKey("Retry-After")
                ? Answer.ok(Json.object("ref", call.ref(), "status", "ACCEPTED"))
                : replay;
    }
}
