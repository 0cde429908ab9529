package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Json;
import io.onlyonce.broken.frame.Routes;
import io.onlyonce.broken.frame.Service;

/** Takes stock: {@code POST /stock/{sku}/deductions} with a key. */
public abstract class StockDesk implements Service {
    /** All that the shop has. */
    protected final Shop shop;

    protected StockDesk(Shop shop) {
        this.shop = shop;
    }

    @Override
    public void open(Routes routes) {
        routes.post("/stock/{sku}/deductions", request -> {
            String sku = request.path().get(0);
            shop.products().provide(sku);
            return deduct(Call.of(request), sku, request.count("quantity"));
        });
    }

    /** Answers one request. */
    protected abstract Answer deduct(Call call, String sku, int quantity) throws Exception;

    /** It was taken. */
    protected static Answer deducted(Call call, int remaining) {
        return Answer.of(201, null, Json.object("ref", call.ref(), "remaining", remaining));
    }
}
