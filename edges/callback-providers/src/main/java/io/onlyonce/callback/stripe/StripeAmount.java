package io.onlyonce.callback.stripe;

import io.onlyonce.callback.provider.ToldAmount;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stripe's amounts: whole numbers of a currency's smallest unit, which for three currencies is not ISO's (Stripe, "Supported currencies": zero-decimal and special ones). */
final class StripeAmount {
    private static final Map<String, Integer> NOT_ISO = Map.of("ISK", 2, "UGX", 2, "MGA", 0);

    private StripeAmount() {}

    /**
     * @param currency in any case; Stripe writes it in lower case
     */
    static ToldAmount of(@Nullable String digits, @Nullable String currency) {
        String iso = currency == null || !currency.matches("[a-zA-Z]{3}") ? null : currency.toUpperCase(Locale.ROOT);
        Integer decimals = iso == null ? null : NOT_ISO.get(iso);
        return decimals == null ? ToldAmount.ofMinor(digits, iso) : ToldAmount.ofMinor(digits, iso, decimals);
    }
}
