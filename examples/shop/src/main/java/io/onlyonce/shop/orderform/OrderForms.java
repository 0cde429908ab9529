package io.onlyonce.shop.orderform;

import io.onlyonce.Call;
import io.onlyonce.Fingerprint;
import io.onlyonce.IdempotencyKey;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.Scope;
import io.onlyonce.json.JsonResultCodec;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.order.NewOrder;
import io.onlyonce.shop.order.Order;
import io.onlyonce.shop.order.Orders;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Orders that come from a form with a one-time token. */
@Service
public class OrderForms {
    /** What a token must have been issued for. */
    public static final String PURPOSE = "create-order";

    private static final Operation<Order> ORDER_FORM = Operation.named("order-form", JsonResultCodec.of(Order.class));

    private final OnlyOnce onlyOnce;
    private final Tokens tokens;
    private final Orders orders;

    OrderForms(OnlyOnce onlyOnce, Tokens tokens, Orders orders) {
        this.onlyOnce = onlyOnce;
        this.tokens = tokens;
        this.orders = orders;
    }

    /**
     * Places the form's order, once per token.
     *
     * <p>The token's hash is the key, so a second press finds the first one's record. Whoever comes first consumes the token in the same transaction that places
     * the order: if the order is refused the token is still good, and if the process dies neither has happened. The fingerprint is the same for all: a token
     * stands for one press of the button, and its second use gets the first answer whatever the fields say.
     *
     * @return the order, now or before
     * @throws Exception if it is refused
     */
    public Outcome<Order> place(String userId, @Nullable String token, NewOrder wanted) throws Exception {
        if (token == null || !Tokens.isToken(token)) {
            throw Problems.tokenInvalid();
        }
        String hash = Tokens.hash(token);
        Call call = new Call(Scope.of(userId), new IdempotencyKey(hash), Fingerprint.of(PURPOSE));
        return onlyOnce.run(ORDER_FORM, call, attempt -> {
            if (!tokens.consume(hash, userId, PURPOSE)) {
                throw Problems.tokenInvalid();
            }
            return orders.place(userId, wanted).order();
        });
    }
}
