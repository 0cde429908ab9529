package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Routes;
import io.onlyonce.broken.frame.Service;

/** Receives messages: {@code POST /messages}. A 2xx acknowledges. */
public abstract class MessageDesk implements Service {
    /** All that the shop has. */
    protected final Shop shop;

    protected MessageDesk(Shop shop) {
        this.shop = shop;
    }

    @Override
    public void open(Routes routes) {
        routes.post("/messages", request -> {
            Message message = Message.of(request);
            shop.points().provide(message.userId());
            return receive(message);
        });
    }

    /** Answers one delivery. */
    protected abstract Answer receive(Message message) throws Exception;
}
