package io.onlyonce.benchmarks.growth;

import com.zaxxer.hikari.HikariConfig;
import io.onlyonce.benchmarks.cost.Pace;
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
import io.onlyonce.benchmarks.report.PageOptions;
import io.onlyonce.benchmarks.report.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures first calls on tables of several sizes. */
@Command(
        name = "growth",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description =
                "Measures what a first call costs beside few and beside many records, whose keys are random or in the order of time. "
                        + "Makes databases of its own and drops them.")
public final class GrowthCommand extends Measuring {
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

    @Mixin
    private Pace pace = new Pace();

    @Option(
            names = "--wal-calls",
            defaultValue = "1000",
            description = "First calls that bytes in the log are counted over")
    private int walCalls;

    @Mixin
    private PageOptions output = new PageOptions();

    @Override
    public Integer call() throws Exception {
        Page page = null;
        for (Keys kind : keys) {
            Server make = server.login().server();
            List<DesignType> types = Designs.on(make, List.of(Designs.ONLYONCE));
            try (BenchmarkDatabase database = BenchmarkDatabase.create(server.login(), Designs.tables(types, make))) {
                if (page == null) {
                    page = new Page(database.describe() + "; " + pace + ", one thread");
                }
                measure(database, types, kind, page);
            }
        }
        if (page == null) {
            throw new IllegalArgumentException("--keys names no kind of keys.");
        }
        return output.publish(page, terminal());
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
        Stages stages = new Stages(database, books, kind, filler, pace, walCalls);
        List<Stage> results = new ArrayList<>();
        for (int size : sizes) {
            results.add(stages.at(size, designs));
        }
        designs.values().forEach(Design::close);
        page.add(kind + " keys", table(results));
        for (Stage stage : results) {
            Ledger figures = ledger().under(kind + "/" + stage.records());
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
