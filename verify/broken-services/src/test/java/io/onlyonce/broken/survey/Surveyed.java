package io.onlyonce.broken.survey;

import io.onlyonce.broken.Variant;
import io.onlyonce.verify.check.Verdict;
import io.onlyonce.verify.check.Verdict.CounterExample;
import io.onlyonce.verify.check.Verdict.Invalid;
import io.onlyonce.verify.check.Verdict.Valid;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** What one run said of one variant. */
record Surveyed(Variant variant, long seed, Verdict verdict, int requests, Duration took) {
    /** Whether it said what is true: a broken one is invalid by one of the checks that may find its fault, a right one is valid. */
    boolean isTrue() {
        if (variant.right()) {
            return verdict instanceof Valid;
        }
        return checks().stream()
                .anyMatch(found -> variant.foundBy().stream()
                        .anyMatch(check -> check.name()
                                .equals(found.toUpperCase(Locale.ROOT).replace('-', '_'))));
    }

    /** The checks that failed. */
    List<String> checks() {
        return verdict instanceof Invalid invalid
                ? invalid.counterExamples().stream().map(CounterExample::check).toList()
                : List.of();
    }

    /** The verdict in a line, for a test's message. */
    String told() {
        if (verdict instanceof Invalid invalid) {
            CounterExample first = invalid.counterExamples().get(0);
            return "seed " + seed + ": INVALID " + first.check() + ": " + first.what();
        }
        return "seed " + seed + ": " + verdict;
    }
}
