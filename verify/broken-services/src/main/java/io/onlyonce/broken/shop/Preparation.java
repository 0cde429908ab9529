package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Routes;
import io.onlyonce.broken.frame.Rows;
import java.sql.SQLException;

/** What every area needs where orders are there already: {@code POST /orders}, whose {@code ref} becomes the order's number, so that the same one again is the same order. */
final class Preparation {
    private final Shop shop;

    Preparation(Shop shop) {
        this.shop = shop;
    }

    void open(Routes routes) {
        routes.post("/orders", request -> place(NewOrder.of(request)));
    }

    private Answer place(NewOrder order) throws Exception {
        shop.products().provide(order.sku());
        shop.money().provide(order.userId());
        shop.money().provide(Money.SHOP);
        shop.points().provide(order.userId());
        try {
            return shop.database().inTransaction(connection -> shop.orders().keep(connection, order, order.ref()));
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
            return Orders.placed(order.ref(), order);
        }
    }
}
