package io.onlyonce.broken.stock;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.StockDesk;

/**
 * Fault: whether there is enough is looked up first, and the update itself does not ask again. The subtraction is the database's and loses nothing; but the last piece is
 * sold to everybody who looked at the same time, and the stock falls below zero.
 */
public final class StockBelowZero extends StockDesk {
    public StockBelowZero(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer deduct(Call call, String sku, int quantity) throws Exception {
        return shop.once().run(call, connection -> {
            if (shop.products().stock(connection, sku) < quantity) {
                return Problems.outOfStock();
            }
            shop.partner().ask(call.ref(), sku);
            Rows.update(connection, "UPDATE product SET stock = stock - ? WHERE sku = ?", quantity, sku);
            shop.products().note(connection, call.ref(), sku, quantity);
            return deducted(call, shop.products().stock(connection, sku));
        });
    }
}
