package io.onlyonce.callback.provider;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.Doubt;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a provider says for an amount: the amount, or that it is none. It is read from the digits as they were sent and was never a {@code double}. Immutable.
 *
 * @param amount null if none was told, or none can be read
 * @param doubt {@link Doubt#AMOUNT_UNREADABLE} if something was told that is no amount; null otherwise
 */
public record ToldAmount(@Nullable Amount amount, @Nullable Doubt doubt) {
    private static final ToldAmount NONE = new ToldAmount(null, null);
    private static final ToldAmount UNREADABLE = new ToldAmount(null, Doubt.AMOUNT_UNREADABLE);
    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]{0,16})");

    /**
     * An amount in the currency's major unit.
     *
     * @param decimal as {@link Amount#ofDecimal} reads it; null if none was told
     */
    public static ToldAmount ofDecimal(@Nullable String decimal, @Nullable String currency) {
        if (decimal == null) {
            return NONE;
        }
        try {
            return currency == null ? UNREADABLE : new ToldAmount(Amount.ofDecimal(decimal, currency), null);
        } catch (IllegalArgumentException e) {
            return UNREADABLE;
        }
    }

    /**
     * An amount in the currency's smallest unit, for example fen.
     *
     * @param digits a whole number; null if none was told
     */
    public static ToldAmount ofMinor(@Nullable String digits, @Nullable String currency) {
        return ofMinor(digits, currency, currency == null ? 0 : decimals(currency));
    }

    /**
     * An amount in the provider's own smallest unit.
     *
     * @param decimals how many digits of it the provider puts behind the point
     */
    public static ToldAmount ofMinor(@Nullable String digits, @Nullable String currency, int decimals) {
        if (digits == null) {
            return NONE;
        }
        if (currency == null || !WHOLE.matcher(digits).matches()) {
            return UNREADABLE;
        }
        try {
            BigDecimal value = BigDecimal.valueOf(Long.parseLong(digits), decimals);
            return new ToldAmount(new Amount(value, currency), null);
        } catch (IllegalArgumentException e) {
            return UNREADABLE;
        }
    }

    private static int decimals(String currency) {
        try {
            return Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
        } catch (IllegalArgumentException e) {
            return 0; // there is no such currency, and so no amount
        }
    }
}
