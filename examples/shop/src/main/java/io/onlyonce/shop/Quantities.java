package io.onlyonce.shop;

import java.math.BigDecimal;

/** How many pieces somebody asks for. */
public final class Quantities {
    private static final BigDecimal MAX = BigDecimal.valueOf(Problems.MAX_QUANTITY);

    private Quantities() {}

    /**
     * A whole number from 1 to {@link Problems#MAX_QUANTITY}.
     *
     * @throws Problem if it is none
     */
    public static int checked(BigDecimal quantity) {
        if (quantity.signum() <= 0
                || quantity.compareTo(MAX) > 0
                || quantity.stripTrailingZeros().scale() > 0) {
            throw Problems.quantityInvalid(quantity);
        }
        return quantity.intValueExact();
    }
}
