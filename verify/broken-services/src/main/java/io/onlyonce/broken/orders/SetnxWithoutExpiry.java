package io.onlyonce.broken.orders;

import io.lettuce.core.api.sync.RedisCommands;
import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;

/**
 * Fault: a lock by {@code SETNX} that never expires. The {@code finally} frees it, so all is well until a process dies with the lock in its hands: from then on every
 * retry of that key is told to come back later.
 */
public final class SetnxWithoutExpiry extends OrderDesk {
    private final RedisCommands<String, String> redis;

    public SetnxWithoutExpiry(Shop shop) {
        super(shop);
        this.redis = shop.redis().commands();
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        String lock = "shop:lock:" + call.scope() + ':' + call.key();
        if (!redis.setnx(lock, call.ref())) {
            return Problems.inProgress();
        }
        try {
            return shop.once().run(call, connection -> shop.orders().place(connection, order));
        } finally {
            redis.del(lock);
        }
    }
}
