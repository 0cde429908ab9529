package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.TokenDesk;
import java.util.Optional;

/** Right: the token's row is locked, its owner compared, and it is marked with its order before the commit. The order answers whoever comes later with the token. */
public final class TokenRowLocked extends TokenDesk {
    public TokenRowLocked(Shop shop) {
        super(shop);
    }

    private record Token(String userId, boolean used) {}

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        return shop.database().inTransaction(connection -> {
            String sql = "SELECT user_id, order_id FROM token WHERE token = ? FOR UPDATE";
            Optional<Token> token = Rows.first(
                    connection, sql, row -> new Token(row.getString(1), row.getString(2) != null), call.key());
            if (token.isEmpty() || !token.get().userId.equals(call.scope())) {
                return Problems.tokenInvalid();
            }
            if (token.get().used) {
                return shop.records().find(connection, call).orElseThrow().replayTo(call);
            }
            Answer answer = shop.orders().place(connection, order);
            shop.records().keep(connection, call, answer);
            Rows.update(connection, "UPDATE token SET order_id = ? WHERE token = ?", call.ref(), call.key());
            return answer;
        });
    }
}
