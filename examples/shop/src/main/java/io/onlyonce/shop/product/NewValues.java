package io.onlyonce.shop.product;

import io.onlyonce.shop.Money;
import jakarta.validation.constraints.NotNull;

/** What a product is to cost, and how many there are to be. */
record NewValues(@NotNull Money price, @NotNull Integer stock) {}
