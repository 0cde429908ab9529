package io.onlyonce.shop.product;

import io.onlyonce.shop.Ids;
import io.onlyonce.shop.Problems;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Takes pieces out of the stock. */
@Component
public class Stock {
    private final JdbcClient jdbc;

    Stock(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Deducts for an order, or refuses. Check and deduction are one statement: between two statements another buyer would fit.
     *
     * @throws io.onlyonce.shop.Problem if fewer pieces are left
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void deduct(String sku, int quantity, String orderId) {
        int rows = jdbc.sql("""
                        UPDATE product SET stock = stock - :quantity, version = version + 1
                        WHERE sku = :sku AND stock >= :quantity
                        """).param("quantity", quantity).param("sku", sku).update();
        if (rows == 0) {
            throw Problems.outOfStock(sku, quantity);
        }
        jdbc.sql("""
                        INSERT INTO stock_deduction (deduction_no, sku, order_id, quantity, returned)
                        VALUES (:deductionNo, :sku, :orderId, :quantity, FALSE)
                        """)
                .param("deductionNo", Ids.next())
                .param("sku", sku)
                .param("orderId", orderId)
                .param("quantity", quantity)
                .update();
    }
}
