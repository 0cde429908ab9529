package io.onlyonce.broken.right;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;
import java.util.UUID;

/**
 * Right: a lock in Redis spares the copies their work, with an expiry, an owner who alone frees it, and a fence that the record has to be newer than; and if all of that
 * fails, the record's unique key in the order's transaction still lets one effect through.
 */
public final class RedisLockWithUniqueKey extends OrderDesk {
    private static final String RELEASE =
            "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) else return 0 end";
    private static final long LEASE_MS = 1_000;

    private final RedisCommands<String, String> redis;

    public RedisLockWithUniqueKey(Shop shop) {
        super(shop);
        this.redis = shop.redis().commands();
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        String lock = "shop:lock:" + call.scope() + ':' + call.key();
        String owner = UUID.randomUUID().toString();
        if (redis.set(lock, owner, SetArgs.Builder.nx().px(LEASE_MS)) == null) {
            return Problems.inProgress();
        }
        try {
            return shop.once().run(call, connection -> shop.orders().place(connection, order));
        } finally {
            redis.eval(RELEASE, ScriptOutputType.INTEGER, new String[] {lock}, owner);
        }
    }
}
