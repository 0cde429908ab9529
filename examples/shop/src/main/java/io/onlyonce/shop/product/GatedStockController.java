package io.onlyonce.shop.product;

import io.onlyonce.Attempt;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.Idempotent.Abandoned;
import io.onlyonce.spring.Idempotent.Guarantee;
import jakarta.validation.Valid;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/stock}, where the record is kept in Redis; {@link GatedDeductions} has what stands behind it. */
@RestController
@Profile("redis")
class GatedStockController {
    private final GatedStock stock;

    GatedStockController(GatedStock stock) {
        this.stock = stock;
    }

    @PostMapping("/api/stock/{sku}/deductions")
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(
            operation = "deduct-stock",
            remembersStatuses = 409,
            guarantee = Guarantee.LEASED,
            whenAbandoned = Abandoned.RESOLVE,
            resolver = "deductionFound",
            backstop = "oneDeduction")
    Remaining deduct(@PathVariable String sku, @Valid @RequestBody NewDeduction wanted, Attempt attempt) {
        return new Remaining(stock.deduct(sku, wanted.checkedFor(sku), attempt));
    }
}
