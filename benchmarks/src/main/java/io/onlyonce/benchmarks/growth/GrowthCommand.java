package io.onlyonce.benchmarks.growth;

import com.zaxxer.hikari.HikariConfig;
import io.onlyonce.benchmarks.database.BenchmarkDatabase;
import io.onlyonce.benchmarks.database.Server;
import io.onlyonce.benchmarks.database.ServerOptions;
import io.onlyonce.benchmarks.design.Books;
import io.onlyonce.benchmarks.design.Business;
import io.onlyonce.benchmarks.design.Design;
import io.onlyonce.benchmarks.design.DesignType;
import io.onlyonce.benchmarks.design.Designs;
import io.onlyonce.benchmarks.design.Keys;
import io.onlyonce.benchmarks.design.Node;
import io.onlyonce.benchmarks.report.Ledger;
import io.onlyonce.benchmarks.report.Measuring;
import io.onlyonce.benchmarks.report.Page;
import io.onlyonce.benchmarks.report.Table;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures first calls on tables of several sizes. */
@Command(
        name = "growth",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description =
                "Measures what a first call costs beside few and beside many records, whose keys are random or in the order of time. "
                        + "Makes databases of its own and drops them.")
public final class GrowthCommand implements Measuring {
    private static final double MILLIS = 1000;

    @Spec
    private CommandSpec spec = CommandSpec.create(); // picocli puts the real one here

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(
            names = "--sizes",
            split = ",",
            defaultValue = "10000,1000000,10000000",
            description = "Records in the table, ascending")
    private List<Integer> sizes = new ArrayList<>();

    @Option(names = "--keys", split = ",", defaultValue = "RANDOM,UUIDV7", description = "${COMPLETION-CANDIDATES}")
    private List<Keys> keys = new ArrayList<>();

    @Option(names = "--rounds", defaultValue = "7", description = "Rounds at each size")
    private int rounds;

    @Option(
            names = "--seconds",
            defaultValue = "2",
            description = "Seconds of the bare transaction, and of OnlyOnce, in a round")
    private double seconds;

    @Option(
            names = "--wal-calls",
            defaultValue = "1000",
            description = "First calls that bytes in the log are counted over")
    private int walCalls;

    @Option(names = "--out", description = "File for the same as Markdown")
    private @Nullable Path out;

    private Ledger ledger = new Ledger();

    @Override
    public void into(Ledger given) {
        ledger = given;
    }

    @Override
    public Integer call() throws Exception {
        Page page = null;
        for (Keys kind : keys) {
            Server make = server.login().server();
            List<DesignType> types = Designs.on(make, List.of(Designs.ONLYONCE));
            try (BenchmarkDatabase database = BenchmarkDatabase.create(server.login(), Designs.tables(types, make))) {
                if (page == null) {
                    page = new Page(database.describe() + "; " + rounds + " rounds of " + seconds + " s, one thread");
                }
                measure(database, types, kind, page);
            }
        }
        if (page == null) {
            throw new IllegalArgumentException("--keys names no kind of keys.");
        }
        return page.publish(spec.commandLine().getOut(), out);
    }

    private void measure(BenchmarkDatabase database, List<DesignType> types, Keys kind, Page page) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setMaximumPoolSize(1);
        config.setAutoCommit(false);
        Node node = new Node(
                database.login(),
                database.pool(database.login(), config),
                new Business(database.server(), Duration.ZERO));
        Map<DesignType, Design> designs = new LinkedHashMap<>();
        for (DesignType type : types) {
            designs.put(type, type.open(node));
        }
        Books books = new Books(database);
        Filler filler = new Filler(database, kind, sizes.get(sizes.size() - 1));
        Stages stages = new Stages(
                database, books, kind, filler, rounds, Duration.ofMillis(Math.round(seconds * MILLIS)), walCalls);
        List<Stage> results = new ArrayList<>();
        for (int size : sizes) {
            results.add(stages.at(size, designs));
        }
        designs.values().forEach(Design::close);
        page.add(kind + " keys", table(results));
        for (Stage stage : results) {
            Ledger figures = ledger.under(kind + "/" + stage.records());
            figures.put("p50", stage.ofBare());
            figures.put("wal-warm", stage.walWarm());
            figures.put("wal-after-checkpoint", stage.walAfterCheckpoint());
            figures.put(
                    "p50-over-smallest",
                    stage.ofBare().median() / results.get(0).ofBare().median());
        }
        page.add(List.of(filler.check()));
        page.add(books.checks());
    }

    private static Table table(List<Stage> stages) {
        Table table = new Table(List.of(
                "records",
                "first call p50 us",
                "of bare",
                "of bare, over the smallest",
                "WAL B after a checkpoint",
                "WAL B warm",
                "table B a record",
                "indexes B a record"));
        for (Stage stage : stages) {
            table.line(List.of(
                    String.valueOf(stage.records()),
                    stage.medianMicros().middle(0),
                    stage.ofBare().all(2),
                    number(stage.ofBare().median() / stages.get(0).ofBare().median(), 2),
                    number(stage.walAfterCheckpoint(), 0),
                    number(stage.walWarm(), 0),
                    number(stage.rowBytes(), 0),
                    number(stage.indexBytes(), 0)));
        }
        return table;
    }

    private static String number(double value, int decimals) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
