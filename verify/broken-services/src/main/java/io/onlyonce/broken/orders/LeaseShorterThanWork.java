package io.onlyonce.broken.orders;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Partner;
import io.onlyonce.broken.shop.Records;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Stored;
import java.util.Optional;
import java.util.UUID;

/**
 * Fault: the lock's lease is as long as the work usually takes, and nothing stops a holder whose lease is over. When the warehouse is slow the next copy gets the lock
 * while the first one is still at work, sees no record and orders as well. The lock is released by its owner only; that does not help.
 */
public final class LeaseShorterThanWork extends OrderDesk {
    private static final long LEASE_MS = 15;
    private static final String RELEASE =
            "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) else return 0 end";

    private final RedisCommands<String, String> redis;
    private final Records records;

    public LeaseShorterThanWork(Shop shop) {
        super(shop);
        this.redis = shop.redis().commands();
        this.records = shop.log();
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        String lock = "shop:lock:" + call.scope() + ':' + call.key();
        String owner = UUID.randomUUID().toString();
        while (redis.set(lock, owner, SetArgs.Builder.nx().px(LEASE_MS)) == null) {
            Partner.pause(5);
        }
        try {
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
            redis.eval(RELEASE, ScriptOutputType.INTEGER, new String[] {lock}, owner);
        }
    }
}
