package io.onlyonce.broken.stock;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Call;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.StockDesk;

/**
 * Fault: the stock is read, reduced in memory and written back. Every ORM does that with a field that is set. Of two deductions at the same time the later one writes
 * over the earlier one: goods are sold that the stock still counts.
 */
public final class StockReadModifyWrite extends StockDesk {
    public StockReadModifyWrite(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer deduct(Call call, String sku, int quantity) throws Exception {
        return shop.once().run(call, connection -> {
            int stock = shop.products().stock(connection, sku);
            if (stock < quantity) {
                return Problems.outOfStock();
            }
            shop.partner().ask(call.ref(), sku);
            Rows.update(connection, "UPDATE product SET stock = ? WHERE sku = ?", stock - quantity, sku);
            shop.products().note(connection, call.ref(), sku, quantity);
            return deducted(call, stock - quantity);
        });
    }
}
