package io.onlyonce.benchmarks.herd;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.benchmarks.database.BenchmarkDatabase;
import io.onlyonce.benchmarks.database.Server;
import io.onlyonce.benchmarks.database.ServerOptions;
import io.onlyonce.benchmarks.design.Books;
import io.onlyonce.benchmarks.design.Business;
import io.onlyonce.benchmarks.design.DesignType;
import io.onlyonce.benchmarks.design.Designs;
import io.onlyonce.benchmarks.design.Keys;
import io.onlyonce.benchmarks.design.Node;
import io.onlyonce.benchmarks.design.Payment;
import io.onlyonce.benchmarks.herd.Stampede.Instance;
import io.onlyonce.benchmarks.herd.Stampede.Result;
import io.onlyonce.benchmarks.peers.PeerOptions;
import io.onlyonce.benchmarks.report.Check;
import io.onlyonce.benchmarks.report.Ledger;
import io.onlyonce.benchmarks.report.Measuring;
import io.onlyonce.benchmarks.report.Page;
import io.onlyonce.benchmarks.report.PageOptions;
import io.onlyonce.benchmarks.report.Spread;
import io.onlyonce.benchmarks.report.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lets many copies of one request arrive at once. */
@Command(
        name = "herd",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description =
                "Lets copies of one payment arrive at once, on one node and on several, and tells when the last one has its answer, "
                        + "how often the business was run and how many connections were taken. Makes a database of its own and drops it.")
public final class HerdCommand extends Measuring {
    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--designs", split = ",", description = "Only these designs")
    private List<String> designs = new ArrayList<>();

    @Mixin
    private PeerOptions peers = new PeerOptions();

    @Option(names = "--copies", split = ",", defaultValue = "16,100", description = "Copies of a payment")
    private List<Integer> copies = new ArrayList<>();

    @Option(names = "--nodes", split = ",", defaultValue = "1,2", description = "Nodes, each with a pool of its own")
    private List<Integer> nodes = new ArrayList<>();

    @Option(
            names = "--work",
            defaultValue = "50",
            description = "Milliseconds that the business thinks between its two writes")
    private int work;

    @Option(names = "--pool", defaultValue = "16", description = "Connections of each node")
    private int pool;

    @Option(names = "--herds", defaultValue = "10", description = "Herds of each size")
    private int herds;

    @Mixin
    private PageOptions output = new PageOptions();

    private int wrong;
    private @Nullable String firstWrong;

    @Override
    public Integer call() throws Exception {
        Server make = server.login().server();
        List<DesignType> types = peers.beside(Designs.on(make, designs), make).stream()
                .filter(DesignType::protects)
                .toList();
        try (BenchmarkDatabase database = BenchmarkDatabase.create(server.login(), Designs.tables(types, make))) {
            Books books = new Books(database);
            Page page = new Page(database.describe() + "; " + work + " ms of work, " + pool + " connections a node, "
                    + herds + " herds");
            for (int number : copies) {
                for (int count : nodes) {
                    page.add(number + " copies, " + count + " nodes", table(database, books, types, number, count));
                }
            }
            page.add(List.of(new Check(
                    "every copy has the first one's answer",
                    wrong == 0,
                    wrong + " have not" + (firstWrong == null ? "" : "; " + firstWrong))));
            page.add(books.checks());
            return output.publish(page, terminal());
        }
    }

    private Table table(BenchmarkDatabase database, Books books, List<DesignType> types, int number, int count)
            throws Exception {
        Table table = new Table(List.of(
                "design",
                "last answer ms",
                "executions",
                "herds with more than one",
                "connections at most",
                "copies without the answer"));
        List<HikariDataSource> pools = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            pools.add(pool(database));
        }
        for (DesignType type : types) {
            List<Result> results = herds(database, books, type, pools, number);
            Spread last = Spread.of(results.stream().map(Result::lastMillis).toList());
            Spread executions = Spread.of(
                    results.stream().map(result -> (double) result.executions()).toList());
            int connections =
                    results.stream().mapToInt(Result::connections).max().orElse(0);
            table.line(List.of(
                    type.name(),
                    last.all(1),
                    executions.all(0),
                    results.stream().filter(result -> result.executions() > 1).count() + " of " + herds,
                    String.valueOf(connections),
                    String.valueOf(results.stream()
                            .mapToInt(result -> result.wrong().size())
                            .sum())));
            Ledger figures = ledger().under(number + "/" + count + "/" + type.name());
            figures.put("last-ms", last);
            figures.put("executions", executions);
            figures.put("connections", connections);
        }
        pools.forEach(HikariDataSource::close);
        return table;
    }

    private HikariDataSource pool(BenchmarkDatabase database) {
        HikariConfig config = new HikariConfig();
        config.setMaximumPoolSize(pool);
        config.setAutoCommit(false);
        return database.pool(database.login(), config);
    }

    private List<Result> herds(
            BenchmarkDatabase database, Books books, DesignType type, List<HikariDataSource> pools, int number)
            throws Exception {
        Business business = new Business(database.server(), Duration.ofMillis(work));
        List<Instance> instances = new ArrayList<>();
        try {
            for (HikariDataSource node : pools) {
                instances.add(new Instance(type.open(new Node(database.login(), node, business)), node));
            }
            try (Stampede stampede = new Stampede(instances, business, number, work)) {
                List<Result> results = new ArrayList<>();
                for (int herd = 0; herd <= herds; herd++) {
                    Payment payment = Payment.of(Keys.RANDOM.next());
                    Result result = stampede.run(payment);
                    books.stampeded(type, payment);
                    note(type, result);
                    if (herd > 0) { // the first one warms up
                        results.add(result);
                    }
                }
                return results;
            }
        } finally {
            instances.forEach(instance -> instance.design().close());
        }
    }

    private void note(DesignType type, Result result) {
        if (type.peer()) {
            return; // it stands in the table
        }
        wrong += result.wrong().size();
        if (firstWrong == null && !result.wrong().isEmpty()) {
            firstWrong = type.name() + ": " + result.wrong().get(0);
        }
    }
}
