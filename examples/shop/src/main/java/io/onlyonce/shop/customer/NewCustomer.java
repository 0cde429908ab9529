package io.onlyonce.shop.customer;

import io.onlyonce.shop.Texts;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/** What a customer registers with. All three are compared byte for byte. */
record NewCustomer(
        @NotNull @Pattern(regexp = Texts.LINE, message = Texts.LINE_RULE)
        String username,

        @NotNull @Pattern(regexp = Texts.LINE, message = Texts.LINE_RULE)
        String phone,

        @NotNull @Pattern(regexp = Texts.EMAIL, message = Texts.EMAIL_RULE)
        String email) {}
