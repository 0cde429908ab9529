package io.onlyonce.shop.orderform;

import io.onlyonce.Fingerprint;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.error.TokenRefusedException;
import io.onlyonce.error.TokenSpentException;
import io.onlyonce.json.JsonResultCodec;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.order.NewOrder;
import io.onlyonce.shop.order.Order;
import io.onlyonce.shop.order.Orders;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenGate;
import io.onlyonce.token.TokenUse;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Orders that come from a form with a one-time token. */
@Service
public class OrderForms {
    /** What a token must have been issued for. */
    public static final String PURPOSE = "create-order";

    private static final Operation<Order> ORDER_FORM = Operation.named("order-form", JsonResultCodec.of(Order.class));

    private final TokenGate gate;
    private final Orders orders;

    OrderForms(TokenGate gate, Orders orders) {
        this.gate = gate;
        this.orders = orders;
    }

    /**
     * Places the form's order, once per token.
     *
     * <p>The token's hash is the key, so a second press finds the first one's record. Whoever comes first consumes the token. Where tokens are kept in the
     * database, that is in the transaction that places the order: if the order is refused the token is still good, and if the process dies neither has
     * happened. Where they are kept in Redis the token is gone with a refused order, and the answer carries a fresh one. The fingerprint is the same for all: a token
     * stands for one press of the button, and its second use gets the first answer whatever the fields say.
     *
     * @return the order, now or before
     * @throws TokenSpentException if the order is refused and the token is gone; its cause is the refusal
     * @throws Exception if it is refused
     */
    public Outcome<Order> place(String userId, @Nullable String token, NewOrder wanted) throws Exception {
        TokenUse use =
                new TokenUse(OneTimeToken.presented(token), Tokens.binding(userId, PURPOSE), Fingerprint.of(PURPOSE));
        try {
            return gate.run(
                    ORDER_FORM, use, attempt -> orders.place(userId, wanted).order());
        } catch (TokenRefusedException e) {
            throw Problems.tokenInvalid();
        }
    }
}
