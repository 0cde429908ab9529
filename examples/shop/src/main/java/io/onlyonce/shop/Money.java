package io.onlyonce.shop;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/**
 * An amount in CNY with two digits after the point, in JSON a text such as {@code "25.00"}. Immutable.
 *
 * @param amount the amount, always with scale 2
 */
public record Money(BigDecimal amount) {
    /** What a text must be to be an amount, for an error's text. */
    public static final String RULE =
            "must be a JSON string with exactly two digits after the point, for example \"25.00\"";

    private static final Pattern TEXT = Pattern.compile("-?[0-9]{1,15}\\.[0-9]{2}");

    /**
     * @throws ArithmeticException if the amount has more than two digits after the point
     */
    public Money {
        amount = amount.setScale(2, RoundingMode.UNNECESSARY);
    }

    /**
     * Reads an amount as it stands in a request.
     *
     * @throws IllegalArgumentException if the text is no decimal number with exactly two digits after the point
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Money of(String text) {
        if (!TEXT.matcher(text).matches()) {
            throw new IllegalArgumentException("An amount " + RULE + ".");
        }
        return new Money(new BigDecimal(text));
    }

    /** This amount, so many times. */
    public Money times(int count) {
        return new Money(amount.multiply(BigDecimal.valueOf(count)));
    }

    @JsonValue
    @Override
    public String toString() {
        return amount.toPlainString();
    }
}
