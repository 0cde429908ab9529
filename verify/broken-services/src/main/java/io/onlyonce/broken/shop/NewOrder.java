package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Request;
import java.math.BigDecimal;

/** Somebody wants to order. */
public record NewOrder(String ref, String userId, String sku, int quantity, BigDecimal amount) {
    public static NewOrder of(Request request) {
        return new NewOrder(
                request.text("ref"),
                request.user(),
                request.text("sku"),
                request.count("quantity"),
                request.money("amount"));
    }

    /** What is bought, without the caller's own number. */
    public String basket() {
        return sku + " " + quantity + " " + amount;
    }
}
