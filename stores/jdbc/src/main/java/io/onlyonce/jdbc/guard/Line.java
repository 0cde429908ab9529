package io.onlyonce.jdbc.guard;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * So much of one item.
 *
 * @param item the row's primary key
 * @param quantity more than zero
 */
public record Line(String item, BigDecimal quantity) {
    /**
     * @throws IllegalArgumentException if the quantity is zero or less: a negative deduction would be a gift
     */
    public Line {
        if (quantity.signum() <= 0) {
            throw new IllegalArgumentException(GuardTexts.quantity(item, quantity));
        }
    }

    /** A whole number of pieces. */
    public static Line of(String item, long pieces) {
        return new Line(item, BigDecimal.valueOf(pieces));
    }

    /** One line per item, in one order for all, so that two who want the same rows never hold what the other one waits for. */
    static List<Line> merged(Collection<Line> lines) {
        TreeMap<String, BigDecimal> sums = new TreeMap<>();
        lines.forEach(line -> sums.merge(line.item(), line.quantity(), BigDecimal::add));
        return sums.entrySet().stream()
                .map(sum -> new Line(sum.getKey(), sum.getValue()))
                .toList();
    }
}
