package io.onlyonce.shop.product;

import io.onlyonce.shop.Ids;
import io.onlyonce.spring.Idempotent;
import jakarta.validation.Valid;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/stock}, where the record rides in the deduction's transaction. With Redis it is {@link GatedStockController}. */
@RestController
@Profile("!redis")
class StockController {
    private final Stock stock;

    StockController(Stock stock) {
        this.stock = stock;
    }

    @PostMapping("/api/stock/{sku}/deductions")
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(operation = "deduct-stock", remembersStatuses = 409)
    Remaining deduct(@PathVariable String sku, @Valid @RequestBody NewDeduction wanted) {
        return new Remaining(stock.take(sku, wanted.checkedFor(sku), Ids.next()));
    }
}
