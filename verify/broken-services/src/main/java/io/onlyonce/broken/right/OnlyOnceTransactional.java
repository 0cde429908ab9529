package io.onlyonce.broken.right;

import io.onlyonce.Fingerprint;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Scope;
import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.jdbc.JdbcRecordStore;
import io.onlyonce.jdbc.JdbcSchema;
import io.onlyonce.jdbc.JdbcTransactions;

/** Right: OnlyOnce's transactional guarantee. The record rides in the order's transaction. */
public final class OnlyOnceTransactional extends OrderDesk {
    private static final Operation<Answer> PLACE = Operation.named("place-order", new AnswerCodec());

    private final JdbcTransactions transactions;
    private final OnlyOnce onlyOnce;

    public OnlyOnceTransactional(Shop shop) {
        super(shop);
        this.transactions = new JdbcTransactions(shop.database().dataSource());
        this.onlyOnce = OnlyOnce.transactional(new JdbcRecordStore(transactions), transactions);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        io.onlyonce.Call asked = new io.onlyonce.Call(
                Scope.of(call.scope()), new IdempotencyKey(call.key()), Fingerprint.of(call.payload()));
        return Answers.of(onlyOnce.run(PLACE, asked, attempt -> shop.orders().place(transactions.connection(), order)));
    }

    @Override
    public void start() {
        JdbcSchema.createIfMissing(shop.database().dataSource());
    }
}
