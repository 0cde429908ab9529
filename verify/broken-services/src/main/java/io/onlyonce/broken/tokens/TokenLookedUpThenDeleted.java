package io.onlyonce.broken.tokens;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Stored;
import io.onlyonce.broken.shop.TokenDesk;
import java.util.Optional;

/**
 * Fault: the token is looked up, the work is done, then the token is deleted, and nobody looks at how many rows that were. Two clicks at once both find the token; both
 * orders are placed.
 */
public final class TokenLookedUpThenDeleted extends TokenDesk {
    public TokenLookedUpThenDeleted(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        return shop.database().inTransaction(connection -> {
            Optional<Stored> first = shop.log().find(connection, call);
            if (first.isPresent()) {
                return first.get().replayTo(call);
            }
            Optional<String> owner = Rows.first(
                    connection, "SELECT user_id FROM token WHERE token = ?", row -> row.getString(1), call.key());
            if (owner.isEmpty() || !owner.get().equals(call.scope())) {
                return Problems.tokenInvalid();
            }
            Answer answer = shop.orders().place(connection, order);
            Rows.update(connection, "DELETE FROM token WHERE token = ?", call.key());
            shop.log().keep(connection, call, answer);
            return answer;
        });
    }
}
