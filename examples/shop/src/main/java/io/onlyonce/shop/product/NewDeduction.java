package io.onlyonce.shop.product;

import io.onlyonce.shop.Problems;
import io.onlyonce.shop.Quantities;
import io.onlyonce.shop.Texts;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;

/** How many pieces somebody wants to take without an order. */
record NewDeduction(@NotNull BigDecimal quantity) {
    /**
     * A whole number of pieces of a product that could be there.
     *
     * @throws io.onlyonce.shop.Problem if it is none
     */
    int checkedFor(String sku) {
        int checked = Quantities.checked(quantity);
        if (!Texts.isId(sku)) {
            throw Problems.noSuch("product", sku);
        }
        return checked;
    }
}
