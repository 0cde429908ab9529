package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Routes;
import io.onlyonce.broken.frame.Service;

/** Receives a payment provider's notices: {@code POST /callbacks}, after {@code POST /orders}. A 2xx acknowledges. */
public abstract class CallbackDesk implements Service {
    /** All that the shop has. */
    protected final Shop shop;

    protected CallbackDesk(Shop shop) {
        this.shop = shop;
    }

    @Override
    public void open(Routes routes) {
        new Preparation(shop).open(routes);
        routes.post("/callbacks", request -> {
            shop.money().provide(Money.SHOP);
            return receive(Notice.of(request));
        });
    }

    /** Answers one delivery. */
    protected abstract Answer receive(Notice notice) throws Exception;
}
