package io.onlyonce.shop.transfer;

import io.onlyonce.shop.Money;
import io.onlyonce.shop.Texts;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/** A transfer as it is asked for. */
record NewTransfer(
        @NotNull @Pattern(regexp = Texts.ID, message = Texts.ID_RULE)
        String fromAccountId,

        @NotNull @Pattern(regexp = Texts.ID, message = Texts.ID_RULE)
        String toAccountId,

        @NotNull Money amount) {}
