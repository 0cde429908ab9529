package io.onlyonce.shop.product;

import io.onlyonce.Attempt;
import io.onlyonce.shop.leased.LeasedEndpoint;
import jakarta.validation.Valid;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/stock}, where the record is kept in Redis; {@link GatedDeductions} says how it is protected. */
@RestController
@Profile("redis")
class GatedStockController {
    private final GatedStock stock;

    GatedStockController(GatedStock stock) {
        this.stock = stock;
    }

    @PostMapping("/api/stock/{sku}/deductions")
    @ResponseStatus(HttpStatus.CREATED)
    Remaining deduct(
            @PathVariable String sku,
            @Valid @RequestBody NewDeduction wanted,
            @RequestAttribute(LeasedEndpoint.ATTEMPT) Attempt attempt) {
        return new Remaining(stock.deduct(sku, wanted.checkedFor(sku), attempt));
    }
}
