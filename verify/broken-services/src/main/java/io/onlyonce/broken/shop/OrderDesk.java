package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Routes;
import io.onlyonce.broken.frame.Service;

/** Takes orders: {@code POST /orders} with a key. */
public abstract class OrderDesk implements Service {
    /** All that the shop has. */
    protected final Shop shop;

    protected OrderDesk(Shop shop) {
        this.shop = shop;
    }

    @Override
    public void open(Routes routes) {
        routes.post("/orders", request -> {
            NewOrder order = NewOrder.of(request);
            shop.products().provide(order.sku());
            return place(Call.of(request), order);
        });
    }

    /** Answers one request. */
    protected abstract Answer place(Call call, NewOrder order) throws Exception;
}
