package io.onlyonce.benchmarks.jmh;

import io.onlyonce.benchmarks.report.Ledger;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What was measured, as a table: each figure beside that of its limit. The best of the measurements counts, because on a busy machine the mean tells of the others' work. */
final class MicroReport {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    /** Which benchmark is the limit of which. */
    private static final Map<String, String> LIMITS = Map.ofEntries(
            Map.entry("FirstCall.transactional", "FirstCall.byHand"),
            Map.entry("FirstCall.leased", "FirstCall.byHand"),
            Map.entry("Replay.transactional", "Replay.byHand"),
            Map.entry("Replay.leased", "Replay.byHand"),
            Map.entry("Replay.cached", "Replay.byHand"),
            Map.entry("Digest.raw 1024", "Digest.sha256 1024"),
            Map.entry("Digest.raw 16384", "Digest.sha256 16384"),
            Map.entry("Digest.json 1024", "Digest.sha256 1024"),
            Map.entry("Digest.json 16384", "Digest.sha256 16384"),
            Map.entry("RecordId.random", "RecordId.sha256"),
            Map.entry("RecordId.timed", "RecordId.sha256"),
            Map.entry("Codec.encode", "Codec.jacksonWrites"),
            Map.entry("Codec.decode", "Codec.jacksonReads"));

    private final Map<String, Figure> figures = new TreeMap<>();

    private record Figure(double nanos, double mean, double bytes) {}

    MicroReport(Collection<RunResult> results) {
        for (RunResult result : results) {
            Result<?> time = result.getPrimaryResult();
            Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
            figures.put(
                    name(result),
                    new Figure(
                            time.getStatistics().getMin(),
                            time.getScore(),
                            allocated == null ? Double.NaN : allocated.getScore()));
        }
    }

    private static String name(RunResult result) {
        String method = result.getParams().getBenchmark();
        String[] parts = method.split("\\.", -1);
        String name = parts[parts.length - 2].replace("Benchmark", "") + "." + parts[parts.length - 1];
        String bytes = result.getParams().getParam("bytes");
        return bytes == null ? name : name + " " + bytes;
    }

    /** Writes the best times down, and what multiple of its limit each is. */
    void into(Ledger ledger) {
        figures.forEach((name, figure) -> {
            ledger.put(name + "/ns", figure.nanos);
            Figure limit = limit(name);
            if (limit != null) {
                ledger.put(name + "/of-limit", figure.nanos / limit.nanos);
            }
        });
    }

    @Override
    public String toString() {
        List<String> lines = figures.keySet().stream().map(this::line).toList();
        String head =
                String.format(Locale.ROOT, "%-26s%12s%12s%12s%12s", "", "best ns", "mean ns", "bytes", "of its limit");
        return head + System.lineSeparator() + String.join(System.lineSeparator(), lines);
    }

    private String line(String name) {
        Figure figure = figures.getOrDefault(name, new Figure(0, 0, 0));
        Figure limit = limit(name);
        String ratio = limit == null ? "" : String.format(Locale.ROOT, "%.2f", figure.nanos / limit.nanos);
        return String.format(
                Locale.ROOT, "%-26s%12.1f%12.1f%12.0f%12s", name, figure.nanos, figure.mean, figure.bytes, ratio);
    }

    private @Nullable Figure limit(String name) {
        String limit = LIMITS.get(name);
        return limit == null ? null : figures.get(limit);
    }
}
