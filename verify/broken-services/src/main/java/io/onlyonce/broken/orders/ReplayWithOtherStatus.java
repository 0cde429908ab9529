package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;

/**
 * Fault: a replay says 200 where the first answer said 201, "because nothing was created this time". A client that lost the first answer has to tell the two apart, and
 * one that expects 201 takes the replay for an error and orders anew.
 */
public final class ReplayWithOtherStatus extends OrderDesk {
    public ReplayWithOtherStatus(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        Answer answer = shop.once().run(call, connection -> shop.orders().place(connection, order));
        return answer.status() == 201 && answer.headers().containsKey("Idempotent-Replayed")
                ? new Answer(200, answer.headers(), answer.body())
                : answer;
    }
}
