package io.onlyonce.benchmarks.wire;

import io.onlyonce.benchmarks.database.BenchmarkDatabase;
import io.onlyonce.benchmarks.database.ServerOptions;
import io.onlyonce.benchmarks.design.Books;
import io.onlyonce.benchmarks.design.DesignType;
import io.onlyonce.benchmarks.design.Designs;
import io.onlyonce.benchmarks.design.Keys;
import io.onlyonce.benchmarks.report.Ledger;
import io.onlyonce.benchmarks.report.Measuring;
import io.onlyonce.benchmarks.report.Page;
import io.onlyonce.benchmarks.report.PageOptions;
import io.onlyonce.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Counts what a call costs: round trips, statements, commits, bytes in the log. */
@Command(
        name = "exact",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description =
                "Counts round trips, statements, commits and bytes in PostgreSQL's write-ahead log for a first call and for a replay. "
                        + "Makes a database of its own and drops it.")
public final class ExactCommand extends Measuring {
    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--designs", split = ",", description = "Only these designs")
    private List<String> designs = new ArrayList<>();

    @Option(names = "--keys", defaultValue = "RANDOM", description = "${COMPLETION-CANDIDATES}")
    private Keys keys = Keys.RANDOM;

    @Option(names = "--batches", defaultValue = "20", description = "Batches of each design")
    private int batches;

    @Option(names = "--calls", defaultValue = "100", description = "Calls in a batch")
    private int calls;

    @Mixin
    private PageOptions output = new PageOptions();

    @Override
    public Integer call() throws Exception {
        List<DesignType> types = Designs.on(server.login().server(), designs);
        try (BenchmarkDatabase database = BenchmarkDatabase.create(
                server.login(), Designs.tables(types, server.login().server()))) {
            Books books = new Books(database);
            Meter meter = new Meter(database, books, keys, batches, calls);
            Page page = new Page(
                    database.describe() + "; " + keys + " keys, " + batches + " batches of " + calls + " calls");
            Map<DesignType, Cost> costs = meter.measure(types);
            page.add("A call with a new key", firsts(costs));
            note(costs);
            page.add("A replay", replays(costs));
            page.add(books.checks());
            return output.publish(page, terminal());
        }
    }

    private void note(Map<DesignType, Cost> costs) {
        Cost.Call bare = costs.values().iterator().next().first();
        costs.forEach((type, cost) -> {
            Ledger figures = ledger().under(type.name());
            figures.put(
                    "extra-commits",
                    difference(cost.first().wire().commits(), bare.wire().commits()));
            figures.put(
                    "extra-trips",
                    difference(cost.first().wire().roundTrips(), bare.wire().roundTrips()));
            figures.put("extra-wal", cost.first().leastWal() - bare.leastWal());
            if (type.protects()) {
                figures.put("replay-trips", difference(cost.replay().wire().roundTrips(), 0));
                figures.put("replay-wal", cost.replay().leastWal());
            }
        });
    }

    private static double difference(long some, long less) {
        return (double) (some - less);
    }

    private static Table firsts(Map<DesignType, Cost> costs) {
        Table table = new Table(List.of(
                "design", "round trips", "extra", "statements", "commits", "extra", "WAL B", "extra", "least WAL B"));
        Cost.Call bare = costs.values().iterator().next().first();
        costs.forEach((type, cost) -> {
            Cost.Call call = cost.first();
            table.line(List.of(
                    type.name(),
                    String.valueOf(call.wire().roundTrips()),
                    String.valueOf(call.wire().roundTrips() - bare.wire().roundTrips()),
                    String.valueOf(call.wire().statements()),
                    String.valueOf(call.wire().commits()),
                    String.valueOf(call.wire().commits() - bare.wire().commits()),
                    bytes(call.wal()),
                    bytes(call.wal() - bare.wal()),
                    bytes(call.leastWal())));
        });
        return table;
    }

    private static Table replays(Map<DesignType, Cost> costs) {
        Table table = new Table(List.of("design", "round trips", "statements", "commits", "WAL B"));
        costs.forEach((type, cost) -> {
            if (type.protects()) {
                Cost.Call call = cost.replay();
                table.line(List.of(
                        type.name(),
                        String.valueOf(call.wire().roundTrips()),
                        String.valueOf(call.wire().statements()),
                        String.valueOf(call.wire().commits()),
                        bytes(call.wal())));
            }
        });
        return table;
    }

    private static String bytes(double bytes) {
        return Double.isNaN(bytes) ? "-" : String.format(Locale.ROOT, "%.0f", bytes);
    }
}
