package io.onlyonce.broken.orders;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Json;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.NewOrder;
import io.onlyonce.broken.shop.OrderDesk;
import io.onlyonce.broken.shop.Shop;

/**
 * Fault: a replay is rebuilt instead of kept, and by now the form of the answer is another one. Clients that read the two with the same code find members that were not
 * there, or miss some.
 */
public final class ReplayWithOtherBody extends OrderDesk {
    public ReplayWithOtherBody(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer place(Call call, NewOrder order) throws Exception {
        Answer answer = shop.once().run(call, connection -> shop.orders().place(connection, order));
        if (answer.status() != 201 || !answer.headers().containsKey("Idempotent-Replayed")) {
            return answer;
        }
        String orderId = Json.read(answer.body()).get("orderId").stringValue();
        String body = Json.object("orderId", orderId, "ref", call.ref(), "duplicate", true);
        return new Answer(answer.status(), answer.headers(), body);
    }
}
