package io.onlyonce.benchmarks.goals;

import io.onlyonce.benchmarks.report.Ledger;
import io.onlyonce.benchmarks.report.Spread;
import java.util.Locale;
import java.util.Optional;

/**
 * What is to be reached, and where the figure for it stands.
 *
 * @param number the goal's number; several lines may share one
 * @param figure its name in the {@link Ledger}
 * @param bound what it may be at most, or has to be at least
 * @param atMost which of the two the bound is
 */
record Goal(String number, String what, String figure, double bound, boolean atMost) {
    static Goal most(String number, String what, String figure, double bound) {
        return new Goal(number, what, figure, bound, true);
    }

    static Goal least(String number, String what, String figure, double bound) {
        return new Goal(number, what, figure, bound, false);
    }

    /** The bound in words. */
    String bounds() {
        return (atMost ? "at most " : "at least ") + number(bound);
    }

    /** The figure, with the least and the greatest of the rounds where there were several. */
    String reached(Ledger ledger) {
        return found(ledger)
                .map(value -> value.least() == value.greatest()
                        ? number(value.median())
                        : number(value.median()) + " (" + number(value.least()) + "-" + number(value.greatest()) + ")")
                .orElse("not measured");
    }

    /** Yes, no, or nothing where it was not measured. */
    String met(Ledger ledger) {
        return found(ledger)
                .map(value -> holds(value.median()) ? "yes" : "**no**")
                .orElse("");
    }

    private boolean holds(double value) {
        return atMost ? value <= bound : value >= bound;
    }

    private Optional<Spread> found(Ledger ledger) {
        return ledger.find(figure).filter(value -> !Double.isNaN(value.median()));
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.2f" : "%.0f", value);
    }
}
