package io.onlyonce.broken.right;

import io.onlyonce.Attempt;
import io.onlyonce.Fingerprint;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Scope;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.UnavailableException;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Orders;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.jdbc.guard.UniqueKey;
import io.onlyonce.probe.Probe;
import io.onlyonce.redis.RedisAccess;
import io.onlyonce.redis.RedisRecordStore;
import java.time.Duration;
import java.util.List;

/**
 * Right: OnlyOnce's leased guarantee. The record is in Redis, the order in the database under the attempt's reference, which is the same for each attempt: its primary key
 * refuses a second effect, and tells a retry what became of an attempt that was lost.
 */
public final class OnlyOnceLeased extends OrderDesk {
    private static final Duration LEASE = Duration.ofSeconds(2);

    private final OnlyOnce onlyOnce;
    private final UniqueKey oneOrder;

    public OnlyOnceLeased(Shop shop) {
        super(shop);
        var bytes = shop.redis().bytes();
        this.onlyOnce = OnlyOnce.leased(new RedisRecordStore(RedisAccess.of(bytes), "shop:onlyonce:"), Probe.NONE);
        this.oneOrder = UniqueKey.existing(shop.database().dataSource(), "orders", "order_id");
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        Leased<Answer> leased = new Leased<Answer>(
                        LEASE,
                        new WhenAbandoned.Resolve<>(attempt -> whatBecameOf(attempt, order)),
                        List.of(UnavailableException.class))
                .backedBy(oneOrder);
        Operation<Answer> place =
                Operation.named("place-order", new AnswerCodec()).guarantee(leased);
        io.onlyonce.Call asked = new io.onlyonce.Call(
                Scope.of(call.scope()), new IdempotencyKey(call.key()), Fingerprint.of(call.payload()));
        return Answers.of(onlyOnce.run(
                place,
                asked,
                attempt -> shop.database()
                        .inTransaction(connection -> shop.orders().place(connection, order, attempt.reference()))));
    }

    private Resolution<Answer> whatBecameOf(Attempt attempt, NewOrder order) throws Exception {
        return shop.database()
                        .inAutoCommit(connection -> shop.orders().find(connection, attempt.reference()))
                        .isPresent()
                ? new Resolution.Done<>(Orders.placed(attempt.reference(), order))
                : new Resolution.NotDone<>();
    }
}
