package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.StockDesk;

/** Right: the product's row is locked before it is read, so that reading, computing and writing are one step for everybody else. */
public final class StockRowLocked extends StockDesk {
    public StockRowLocked(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer deduct(Call call, String sku, int quantity) throws Exception {
        return shop.once().run(call, connection -> {
            shop.partner().ask(call.ref(), sku);
            String locked = "SELECT stock FROM product WHERE sku = ? FOR UPDATE";
            int stock =
                    Rows.first(connection, locked, row -> row.getInt(1), sku).orElseThrow();
            if (stock < quantity) {
                return Problems.outOfStock();
            }
            Rows.update(connection, "UPDATE product SET stock = ? WHERE sku = ?", stock - quantity, sku);
            shop.products().note(connection, call.ref(), sku, quantity);
            return deducted(call, stock - quantity);
        });
    }
}
