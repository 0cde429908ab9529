package io.onlyonce.broken.orders;

import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Records;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Stored;
import java.util.Optional;

/**
 * Fault: the lock is deleted by whoever leaves, also by him who never had it, because the {@code finally} stands around the attempt. The first copy that is turned away
 * frees the holder's lock, and the next one works beside him.
 */
public final class ForeignLockDeleted extends OrderDesk {
    private final RedisCommands<String, String> redis;
    private final Records records;

    public ForeignLockDeleted(Shop shop) {
        super(shop);
        this.redis = shop.redis().commands();
        this.records = shop.log();
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        String lock = "shop:lock:" + call.scope() + ':' + call.key();
        try {
            if (redis.set(lock, call.ref(), SetArgs.Builder.nx().ex(10)) == null) {
                return Problems.inProgress();
            }
            return shop.database().inTransaction(connection -> {
                Optional<Stored> first = records.find(connection, call);
                if (first.isPresent()) {
                    return first.get().replayTo(call);
                }
                Answer answer = shop.orders().place(connection, order);
                records.keep(connection, call, answer);
                return answer;
            });
        } finally {
            redis.del(lock);
        }
    }
}
