package io.onlyonce.benchmarks.report;

import java.util.List;
import java.util.Locale;

/** Values of several rounds: their median, the least, the greatest. */
public record Spread(double median, double least, double greatest) {
    /** Of at least one value. */
    public static Spread of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
        return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
    }

    /** The median. */
    public String middle(int decimals) {
        return Double.isNaN(median) ? "-" : number(median, decimals);
    }

    /** The median, the least and the greatest behind it. */
    public String all(int decimals) {
        return Double.isNaN(median)
                ? "-"
                : number(median, decimals) + " (" + number(least, decimals) + "-" + number(greatest, decimals) + ")";
    }

    private static String number(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
