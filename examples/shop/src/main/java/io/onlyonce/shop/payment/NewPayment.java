package io.onlyonce.shop.payment;

import io.onlyonce.shop.Money;
import io.onlyonce.shop.Texts;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/** A payment from a balance. */
public record NewPayment(
        @NotNull @Pattern(regexp = Texts.ID, message = Texts.ID_RULE)
        String accountId,

        @NotNull Money amount) {}
