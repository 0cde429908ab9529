package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Routes;
import io.onlyonce.broken.frame.Service;

/** Takes an order's steps: {@code POST /orders/{id}/pay}, {@code cancel}, {@code ship}. */
public abstract class StateDesk implements Service {
    /** All that the shop has. */
    protected final Shop shop;

    protected StateDesk(Shop shop) {
        this.shop = shop;
    }

    @Override
    public void open(Routes routes) {
        new Preparation(shop).open(routes);
        route(routes, "pay", Step.PAY);
        route(routes, "cancel", Step.CANCEL);
        route(routes, "ship", Step.SHIP);
    }

    private void route(Routes routes, String name, Step step) {
        routes.post("/orders/{id}/" + name, request -> take(request.path().get(0), request.text("ref"), step));
    }

    /** Answers one request. */
    protected abstract Answer take(String orderId, String ref, Step step) throws Exception;
}
