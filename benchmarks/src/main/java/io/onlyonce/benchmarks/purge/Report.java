package io.onlyonce.benchmarks.purge;

import io.onlyonce.benchmarks.purge.PurgeDatabase.Size;
import io.onlyonce.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The rounds as a table: one line for each measure, one column for each round. */
final class Report {
    private static final double MEGABYTE = 1 << 20;

    private final List<RoundResult> rounds;
    private final List<List<String>> lines = new ArrayList<>();

    Report(List<RoundResult> rounds) {
        this.rounds = rounds;
        line("round", round -> String.valueOf(round.round()));
        line("rows purged", round -> String.valueOf(round.purge().rows()));
        line("seconds of the purge", round -> number(round.purge().seconds()));
        line("batches", round -> String.valueOf(round.purge().batches()));
        line("batch ms: first tenth, last tenth, slowest", round -> batches(round.purge()));
        line("errors", round -> String.valueOf(round.errors()));
        line(
                "requests: quiet, beside the purge",
                round -> round.quiet().requests() + ", " + round.busy().requests());
        line("quiet ms: p50, p99, max", round -> latency(round.quiet()));
        line("beside the purge ms: p50, p99, max", round -> latency(round.busy()));
        line("p99 beside the purge / p99 quiet", round -> number(round.ratio()));
        line("table + indexes MB: filled", round -> size(round.filled()));
        line("table + indexes MB: purged", round -> size(round.purged()));
        line("table + indexes MB: after VACUUM, if asked", round -> size(round.vacuumed()));
        line("old versions: filled, purged, after VACUUM", Report::oldVersions);
    }

    private void line(String name, Function<RoundResult, String> value) {
        List<String> line = new ArrayList<>(List.of(name));
        rounds.stream().map(value).forEach(line::add);
        lines.add(line);
    }

    private static String batches(Purgers.Measured purge) {
        return number(purge.early()) + ", " + number(purge.late()) + ", " + number(purge.slowest());
    }

    private static String latency(Load.Measured load) {
        return number(load.millis(50)) + ", " + number(load.millis(99)) + ", " + number(load.maxMillis());
    }

    private static String size(Size size) {
        return number(size.rowBytes() / MEGABYTE) + " + " + number(size.indexBytes() / MEGABYTE);
    }

    private static String oldVersions(RoundResult round) {
        return round.filled().oldVersions() + ", " + round.purged().oldVersions() + ", "
                + round.vacuumed().oldVersions();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    String plain() {
        return table().plain();
    }

    String markdown() {
        return table().markdown();
    }

    private Table table() {
        Table table = new Table(lines.get(0));
        lines.stream().skip(1).forEach(table::line);
        return table;
    }
}
