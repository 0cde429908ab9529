package io.onlyonce.broken.tokens;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.TokenDesk;

/**
 * Fault: the token is consumed by one guarded statement, and nobody asks whose it is. Tokens stand in forms, logs and links; whoever has one orders with it in his own
 * name, and its owner is told that it is used up.
 */
public final class TokenOfAnybody extends TokenDesk {
    public TokenOfAnybody(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        return shop.database().inTransaction(connection -> {
            if (Rows.update(connection, "DELETE FROM token WHERE token = ?", call.key()) == 0) {
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
