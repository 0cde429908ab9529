package io.onlyonce.benchmarks.cost;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
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
import io.onlyonce.benchmarks.peers.PeerOptions;
import io.onlyonce.benchmarks.report.Check;
import io.onlyonce.benchmarks.report.Ledger;
import io.onlyonce.benchmarks.report.Measuring;
import io.onlyonce.benchmarks.report.Page;
import io.onlyonce.benchmarks.report.PageOptions;
import io.onlyonce.benchmarks.report.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what the designs cost beside the bare business transaction. */
@Command(
        name = "cost",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description =
                "Runs one business transaction bare and in each design, in turns, and compares throughput, latency and processor time. "
                        + "Makes a database of its own and drops it.")
public final class CostCommand extends Measuring {
    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--designs", split = ",", description = "Only these designs; the bare transaction always")
    private List<String> designs = new ArrayList<>();

    @Mixin
    private PeerOptions peers = new PeerOptions();

    @Option(names = "--keys", defaultValue = "RANDOM", description = "${COMPLETION-CANDIDATES}")
    private Keys keys = Keys.RANDOM;

    @Option(
            names = "--threads",
            split = ",",
            defaultValue = "1,4,16",
            description = "Threads that pay, one run for each number")
    private List<Integer> threads = new ArrayList<>();

    @Mixin
    private Pace pace = new Pace();

    @Option(
            names = "--sync",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description =
                    "With --no-sync PostgreSQL answers a commit before it is on the disk (synchronous_commit off)")
    private boolean sync;

    @Mixin
    private PageOptions output = new PageOptions();

    @Override
    public Integer call() throws Exception {
        Server make = server.login().server();
        if (!sync && make != Server.POSTGRESQL) {
            throw new IllegalArgumentException(
                    "--no-sync is for PostgreSQL; on MariaDB set innodb_flush_log_at_trx_commit of the whole server.");
        }
        List<DesignType> types = peers.beside(Designs.on(make, designs), make);
        Map<DesignType, Design> open = new LinkedHashMap<>();
        try (BenchmarkDatabase database = BenchmarkDatabase.create(server.login(), Designs.tables(types, make))) {
            try {
                Node node = new Node(database.login(), pool(database), new Business(make, Duration.ZERO));
                for (DesignType type : types) {
                    open.put(type, type.open(node));
                }
                return measure(database, open);
            } finally {
                open.values().forEach(Design::close); // a database in use cannot be dropped
            }
        }
    }

    /** One for all designs, so that all of them have the same processes of the server. */
    private HikariDataSource pool(BenchmarkDatabase database) {
        HikariConfig config = new HikariConfig();
        config.setMaximumPoolSize(
                threads.stream().mapToInt(number -> number).max().orElse(1));
        config.setAutoCommit(false);
        if (!sync) {
            config.setConnectionInitSql("SET synchronous_commit = off");
        }
        return database.pool(database.login(), config);
    }

    private int measure(BenchmarkDatabase database, Map<DesignType, Design> open) throws Exception {
        Books books = new Books(database);
        Page page = new Page(database.describe() + "; " + settings());
        List<Rounds> all = new ArrayList<>();
        for (int number : threads) {
            try (Payers payers = new Payers(number, keys, books, new ServerCpu(database))) {
                Rounds result = pace.run(payers, open);
                all.add(result);
                page.add(number + (number == 1 ? " thread" : " threads"), table(result, open));
                open.keySet().forEach(type -> note(ledger().under(number + "/" + type.name()), result, type));
            }
        }
        int errors = all.stream().mapToInt(Rounds::errors).sum();
        page.add(List.of(new Check("no payment failed", errors == 0, errors + " errors")));
        page.add(books.checks());
        int code = output.publish(page, terminal());
        all.stream().flatMap(result -> result.firstErrors().stream()).forEach(terminal()::println);
        return code;
    }

    private String settings() {
        return keys + " keys, " + pace + (sync ? "" : ", commits not synced");
    }

    private static void note(Ledger figures, Rounds result, DesignType type) {
        figures.put("throughput", result.ratio(type, Slice::perSecond));
        figures.put("p50", result.ratio(type, Slice::medianMicros));
        figures.put("server-cpu", result.ratio(type, Slice::serverCpuMicros));
        figures.put("client-us", result.of(type, Slice::clientCpuMicros));
        figures.put("per-second", result.of(type, Slice::perSecond));
    }

    private static Table table(Rounds result, Map<DesignType, Design> open) {
        Table table = new Table(List.of(
                "design",
                "per second",
                "of bare",
                "p50 us",
                "of bare",
                "server CPU us",
                "of bare",
                "client CPU us",
                "of bare"));
        for (DesignType type : open.keySet()) {
            table.line(List.of(
                    type.name(),
                    result.of(type, Slice::perSecond).middle(0),
                    result.ratio(type, Slice::perSecond).all(2),
                    result.of(type, Slice::medianMicros).middle(0),
                    result.ratio(type, Slice::medianMicros).all(2),
                    result.of(type, Slice::serverCpuMicros).middle(0),
                    result.ratio(type, Slice::serverCpuMicros).all(2),
                    result.of(type, Slice::clientCpuMicros).middle(0),
                    result.ratio(type, Slice::clientCpuMicros).all(2)));
        }
        return table;
    }
}
