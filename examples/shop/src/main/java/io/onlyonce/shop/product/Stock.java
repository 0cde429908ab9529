package io.onlyonce.shop.product;

import io.onlyonce.jdbc.guard.Deduction;
import io.onlyonce.jdbc.guard.JdbcDeductions;
import io.onlyonce.jdbc.guard.JdbcQuantities;
import io.onlyonce.jdbc.guard.Line;
import io.onlyonce.shop.Ids;
import io.onlyonce.shop.Problems;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Takes pieces out of the stock, and puts them back once. */
@Component
public class Stock {
    private final JdbcDeductions deductions;
    private final JdbcQuantities quantities;
    private final JdbcClient jdbc;

    Stock(JdbcDeductions deductions, @Qualifier("stockQuantities") JdbcQuantities quantities, JdbcClient jdbc) {
        this.deductions = deductions;
        this.quantities = quantities;
        this.jdbc = jdbc;
    }

    /**
     * Deducts for an order, or refuses.
     *
     * @throws io.onlyonce.shop.Problem if fewer pieces are left
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void deduct(String sku, int quantity, String orderId) {
        mustBeTaken(deductions.deduct(orderId, Line.of(sku, quantity)));
    }

    /**
     * Deducts without an order; gives what remains.
     *
     * @throws io.onlyonce.shop.Problem if fewer pieces are left, or there is no such product
     */
    @Transactional
    public int deduct(String sku, int quantity) {
        mustBeTaken(quantities.deduct(Line.of(sku, quantity)));
        jdbc.sql("""
                        INSERT INTO stock_deduction (deduction_no, sku, order_id, quantity, returned)
                        VALUES (:deductionNo, :sku, NULL, :quantity, FALSE)
                        """)
                .param("deductionNo", Ids.next())
                .param("sku", sku)
                .param("quantity", quantity)
                .update();
        return jdbc.sql("SELECT stock FROM product WHERE sku = :sku")
                .param("sku", sku)
                .query(Integer.class)
                .single();
    }

    /** Puts back what the order took, if it took something and has not given it back. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void giveBack(String orderId) {
        deductions.giveBack(orderId);
    }

    private static void mustBeTaken(Deduction deduction) {
        if (deduction instanceof Deduction.Taken) {
            return;
        }
        if (deduction instanceof Deduction.TooLittle tooLittle) {
            Line line = tooLittle.line();
            throw Problems.outOfStock(line.item(), line.quantity().intValueExact());
        }
        if (deduction instanceof Deduction.NoSuchItem noSuchItem) {
            throw Problems.noSuch("product", noSuchItem.line().item());
        }
        throw new IllegalStateException("A new order has taken something before: " + deduction);
    }
}
