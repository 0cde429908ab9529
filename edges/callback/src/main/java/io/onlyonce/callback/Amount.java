package io.onlyonce.callback;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.regex.Pattern;

/**
 * An exact amount of money. Always has its currency's number of decimals, so that equal amounts are equal. Immutable.
 *
 * @param value in the currency's major unit
 * @param currency ISO 4217, upper case
 */
public record Amount(BigDecimal value, String currency) implements Comparable<Amount> {
    private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9][0-9]{0,14})(\\.[0-9]{1,3})?");

    /**
     * @throws IllegalArgumentException if there is no such currency, or the value has more decimals than it
     */
    public Amount {
        try {
            value = value.setScale(decimals(currency));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(CallbackTexts.decimals(value, currency, decimals(currency)), e);
        }
    }

    /**
     * An amount written as a plain decimal: {@code 25}, {@code 25.0}, {@code 25.00}.
     *
     * @throws IllegalArgumentException if it is anything else, such as one with an exponent, a plus sign, a leading zero or blanks
     */
    public static Amount ofDecimal(String decimal, String currency) {
        if (!DECIMAL.matcher(decimal).matches()) {
            throw new IllegalArgumentException(CallbackTexts.decimal(decimal));
        }
        return new Amount(new BigDecimal(decimal), currency);
    }

    /** An amount in the currency's smallest unit, for example fen or cents. */
    public static Amount ofMinor(long minor, String currency) {
        return new Amount(BigDecimal.valueOf(minor, decimals(currency)), currency);
    }

    private static int decimals(String currency) {
        if (!currency.chars().allMatch(c -> c >= 'A' && c <= 'Z')) {
            throw new IllegalArgumentException(CallbackTexts.currency(currency));
        }
        try {
            return Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(CallbackTexts.currency(currency), e);
        }
    }

    /** Whether it is more than nothing. */
    public boolean isPositive() {
        return value.signum() > 0;
    }

    /**
     * @throws IllegalArgumentException if the currencies differ
     */
    @Override
    public int compareTo(Amount other) {
        mustShareCurrency(other);
        return value.compareTo(other.value);
    }

    private void mustShareCurrency(Amount other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException(CallbackTexts.twoCurrencies(currency, other.currency));
        }
    }

    @Override
    public String toString() {
        return value.toPlainString() + " " + currency;
    }
}
