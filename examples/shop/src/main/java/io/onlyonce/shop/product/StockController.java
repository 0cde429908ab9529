package io.onlyonce.shop.product;

import io.onlyonce.shop.Problems;
import io.onlyonce.shop.Quantities;
import io.onlyonce.shop.Texts;
import io.onlyonce.spring.Idempotent;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/stock}. */
@RestController
class StockController {
    private final Stock stock;

    StockController(Stock stock) {
        this.stock = stock;
    }

    record NewDeduction(@NotNull BigDecimal quantity) {}

    record Remaining(int remaining) {}

    @PostMapping("/api/stock/{sku}/deductions")
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(operation = "deduct-stock", remembersStatuses = 409)
    Remaining deduct(@PathVariable String sku, @Valid @RequestBody NewDeduction wanted) {
        int quantity = Quantities.checked(wanted.quantity());
        if (!Texts.isId(sku)) {
            throw Problems.noSuch("product", sku);
        }
        return new Remaining(stock.deduct(sku, quantity));
    }
}
