package io.onlyonce.shop.order;

import io.onlyonce.shop.Texts;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What is to be ordered.
 *
 * @param requestNo the caller's own number for this order; the same one again is the same order
 * @param quantity any number here, so that a huge one or a fraction is refused for what it is
 */
public record NewOrder(
        @Pattern(regexp = Texts.ID, message = Texts.ID_RULE) @Nullable
        String requestNo,

        @NotNull @Pattern(regexp = Texts.ID, message = Texts.ID_RULE)
        String sku,

        @NotNull BigDecimal quantity,

        @Pattern(regexp = Texts.ID, message = Texts.ID_RULE) @Nullable
        String couponCode) {}
