package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.TokenDesk;

/**
 * Right: the token is consumed by one guarded statement that names its owner, and what it bought is kept in the same transaction. A second use waits for the first one and
 * gets its answer; a failure rolls the consumption back.
 */
public final class TokenConsumedInTransaction extends TokenDesk {
    public TokenConsumedInTransaction(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        return shop.database().inTransaction(connection -> {
            String sql = "DELETE FROM token WHERE token = ? AND user_id = ?";
            if (Rows.update(connection, sql, call.key(), call.scope()) == 0) {
                return shop.records()
                        .find(connection, call)
                        .map(first -> first.replayTo(call))
                        .orElseGet(Problems::tokenInvalid);
            }
            Answer answer = shop.orders().place(connection, order);
            shop.records().keep(connection, call, answer);
            return answer;
        });
    }
}
