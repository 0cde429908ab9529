package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Json;
import io.onlyonce.broken.frame.Routes;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.frame.Service;
import java.util.UUID;

/** Sells one-time tokens' worth of orders: {@code POST /tokens}, then {@code POST /token-orders} with {@code X-Token}. */
public abstract class TokenDesk implements Service {
    /** All that the shop has. */
    protected final Shop shop;

    protected TokenDesk(Shop shop) {
        this.shop = shop;
    }

    @Override
    public void open(Routes routes) {
        routes.post("/tokens", request -> {
            String token = UUID.randomUUID().toString();
            shop.database()
                    .inAutoCommit(connection -> Rows.update(
                            connection, "INSERT INTO token (token, user_id) VALUES (?, ?)", token, request.user()));
            return Answer.created("/tokens/" + token, Json.object("token", token));
        });
        routes.post("/token-orders", request -> {
            NewOrder order = NewOrder.of(request);
            shop.products().provide(order.sku());
            String token = request.header("X-Token");
            return place(
                    new Call(request.user(), token, order.ref(), request.body().toString()), order);
        });
    }

    /**
     * Answers one request.
     *
     * @param call its key is the token
     */
    protected abstract Answer place(Call call, NewOrder order) throws Exception;
}
