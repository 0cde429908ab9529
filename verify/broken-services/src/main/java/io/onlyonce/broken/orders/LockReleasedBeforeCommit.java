package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.LocalLocks;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Records;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Stored;
import java.util.Optional;

/**
 * Fault: the lock is inside the transaction and is given back before the commit, as with a {@code synchronized} method under {@code @Transactional}. The next copy gets
 * the lock, cannot see what is not committed yet, and orders as well.
 */
public final class LockReleasedBeforeCommit extends OrderDesk {
    private final LocalLocks locks = new LocalLocks();
    private final Records records;

    public LockReleasedBeforeCommit(Shop shop) {
        super(shop);
        this.records = shop.log();
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        return shop.database().inTransaction(connection -> {
            Answer answer;
            synchronized (locks.of(call)) {
                Optional<Stored> first = records.find(connection, call);
                if (first.isPresent()) {
                    return first.get().replayTo(call);
                }
                answer = shop.orders().place(connection, order);
                records.keep(connection, call, answer);
            }
            shop.partner().tell(); // the invoice is printed
            return answer;
        });
    }
}
