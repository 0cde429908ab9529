package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Stored;
import java.util.Optional;

/**
 * Right: an advisory lock of the transaction on the key's hash, which PostgreSQL gives back at the commit and not before; two keys with one hash only wait for each other.
 * Under it, look and act is safe.
 */
public final class AdvisoryLock extends OrderDesk {
    public AdvisoryLock(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        return shop.database().inTransaction(connection -> {
            String lock = "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))";
            Rows.first(connection, lock, row -> 1, call.scope() + '\n' + call.key());
            Optional<Stored> first = shop.records().find(connection, call);
            if (first.isPresent()) {
                return first.get().replayTo(call);
            }
            Answer answer = shop.orders().place(connection, order);
            shop.records().keep(connection, call, answer);
            return answer;
        });
    }
}
