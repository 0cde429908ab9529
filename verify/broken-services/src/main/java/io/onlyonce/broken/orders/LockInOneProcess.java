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
 * Fault: a lock of this process guards what several processes do. {@code synchronized} or a map of locks is right on the developer's machine; two nodes have two locks,
 * and copies that a load balancer spreads over them order twice.
 */
public final class LockInOneProcess extends OrderDesk {
    private final LocalLocks locks = new LocalLocks();
    private final Records records;

    public LockInOneProcess(Shop shop) {
        super(shop);
        this.records = shop.log();
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        synchronized (locks.of(call)) {
            return shop.database().inTransaction(connection -> {
                Optional<Stored> first = records.find(connection, call);
                if (first.isPresent()) {
                    return first.get().replayTo(call);
                }
                Answer answer = shop.orders().place(connection, order);
                records.keep(connection, call, answer);
                return answer;
            });
        }
    }
}
