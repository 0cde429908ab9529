package io.onlyonce.verify.report;

import io.onlyonce.verify.history.Answer;
import io.onlyonce.verify.history.Attempt;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.history.History;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A history in numbers.
 *
 * @param requests how many were sent
 * @param operations how many were asked for
 * @param outcomes how often each came, by its name for people
 * @param faults how often each planned fault happened, 0 included
 * @param latencies of answers, in nanoseconds, the shortest first
 * @param notes what was done to the service
 */
record Figures(
        int requests,
        int operations,
        Map<String, Integer> outcomes,
        Map<String, Integer> faults,
        List<Long> latencies,
        List<String> notes) {
    private static final double NANOS = 1e6;
    private static final double[] BOUNDS = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000};

    static Figures of(History history) {
        Map<String, Integer> outcomes = new TreeMap<>();
        List<Long> latencies = new ArrayList<>();
        for (Attempt attempt : history.attempts()) {
            outcomes.merge(outcome(attempt), 1, Integer::sum);
            if (attempt.answer().isPresent()) {
                latencies.add(attempt.over() - attempt.start());
            }
        }
        latencies.sort(null);
        return new Figures(
                history.attempts().size(),
                history.byIdentity().size(),
                outcomes,
                history.faults(),
                latencies,
                history.events().stream()
                        .filter(Event.Noted.class::isInstance)
                        .map(event -> ((Event.Noted) event).what())
                        .toList());
    }

    /** What came of it, in a word or two. */
    static String outcome(Attempt attempt) {
        return attempt.answer().map(Answer::kind).orElse(attempt.mayHaveArrived() ? "unknown" : "not sent");
    }

    /** The faults that the plan wanted and nobody met. */
    List<String> missed() {
        return faults.entrySet().stream()
                .filter(fault -> fault.getValue() == 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** A latency that this share of the answers did not exceed, in milliseconds. */
    double percentile(double share) {
        if (latencies.isEmpty()) {
            return 0;
        }
        int index = (int) Math.ceil(share * latencies.size()) - 1;
        return latencies.get(Math.max(0, index)) / NANOS;
    }

    /** How many answers took how long, by the range's name, from the first to the last range that has any. */
    Map<String, Integer> histogram() {
        int[] counts = new int[BOUNDS.length + 1];
        int first = BOUNDS.length;
        int last = 0;
        for (long latency : latencies) {
            int bucket = 0;
            while (bucket < BOUNDS.length && latency / NANOS >= BOUNDS[bucket]) {
                bucket++;
            }
            counts[bucket]++;
            first = Math.min(first, bucket);
            last = Math.max(last, bucket);
        }
        Map<String, Integer> histogram = new LinkedHashMap<>();
        for (int bucket = first; bucket <= last && !latencies.isEmpty(); bucket++) {
            histogram.put(
                    bucket == BOUNDS.length ? "≥ " + range(BOUNDS[bucket - 1]) : "< " + range(BOUNDS[bucket]),
                    counts[bucket]);
        }
        return histogram;
    }

    private static String range(double millis) {
        return millis < 1000 ? Math.round(millis) + " ms" : Math.round(millis / 1000) + " s";
    }

    /** A number of things, for people. */
    static String count(int number, String thing) {
        return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
    }

    /** A latency for people. */
    static String millis(double millis) {
        return millis < 10
                ? String.format(Locale.ROOT, "%.1f ms", millis)
                : String.format(Locale.ROOT, "%,d ms", Math.round(millis));
    }

    /** A moment of the run, or how long something took, for people. */
    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
    }
}
