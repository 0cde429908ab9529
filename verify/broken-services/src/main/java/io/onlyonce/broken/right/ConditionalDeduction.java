package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.StockDesk;

/** Right: one update that takes only what is there; its row count says whether it did. */
public final class ConditionalDeduction extends StockDesk {
    public ConditionalDeduction(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer deduct(Call call, String sku, int quantity) throws Exception {
        return shop.once().run(call, connection -> {
            shop.partner().ask(call.ref(), sku);
            if (!shop.products().take(connection, sku, quantity)) {
                return Problems.outOfStock();
            }
            shop.products().note(connection, call.ref(), sku, quantity);
            return deducted(call, shop.products().stock(connection, sku));
        });
    }
}
