package io.onlyonce.shop.product;

import io.onlyonce.jdbc.guard.Deduction;
import io.onlyonce.jdbc.guard.JdbcDeductions;
import io.onlyonce.jdbc.guard.JdbcQuantities;
import io.onlyonce.jdbc.guard.Line;
import io.onlyonce.shop.Problems;
import java.util.List;
import java.util.Optional;
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
     * Takes pieces without an order; gives what remains. The row is locked first, so that what remains is known when the number is laid down, and a number that is there
     * already is told before "too little".
     *
     * @param deductionNo the deduction's number, unique
     * @throws io.onlyonce.shop.Problem if fewer pieces are left, or there is no such product
     * @throws org.springframework.dao.DuplicateKeyException if there is a deduction of this number
     */
    @Transactional
    public int take(String sku, int quantity, String deductionNo) {
        int remaining = jdbc.sql("SELECT stock FROM product WHERE sku = :sku FOR UPDATE")
                        .param("sku", sku)
                        .query(Integer.class)
                        .optional()
                        .orElseThrow(() -> Problems.noSuch("product", sku))
                - quantity;
        jdbc.sql("""
                        INSERT INTO stock_deduction (deduction_no, sku, order_id, quantity, returned, remaining)
                        VALUES (:deductionNo, :sku, NULL, :quantity, FALSE, :remaining)
                        """)
                .param("deductionNo", deductionNo)
                .param("sku", sku)
                .param("quantity", quantity)
                .param("remaining", remaining)
                .update();
        mustBeTaken(quantities.deduct(Line.of(sku, quantity)));
        return remaining;
    }

    /**
     * A deduction without an order, as it was made.
     *
     * @param remaining what its caller was told
     */
    record Made(String sku, int quantity, int remaining) {
        boolean isOf(String wantedSku, int wanted) {
            return sku.equals(wantedSku) && quantity == wanted;
        }
    }

    /** The deduction without an order that has this number. */
    Optional<Made> find(String deductionNo) {
        return jdbc.sql("""
                        SELECT sku, quantity, remaining FROM stock_deduction
                        WHERE deduction_no = :deductionNo AND remaining IS NOT NULL
                        """).param("deductionNo", deductionNo).query(Made.class).optional();
    }

    /** Whether a deduction would succeed as things stand, or was made before. Locks nothing and decides nothing. */
    boolean mayDeduct(String sku, int quantity, String deductionNo) {
        return left(sku).orElse(0) >= quantity || find(deductionNo).isPresent();
    }

    /** What is in stock at the moment; empty = there is no such product. */
    Optional<Integer> left(String sku) {
        return jdbc.sql("SELECT stock FROM product WHERE sku = :sku")
                .param("sku", sku)
                .query(Integer.class)
                .optional();
    }

    /** All products. */
    List<String> products() {
        return jdbc.sql("SELECT sku FROM product ORDER BY sku")
                .query((row, number) -> row.getString(1))
                .list();
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
