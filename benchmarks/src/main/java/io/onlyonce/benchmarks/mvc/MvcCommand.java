package io.onlyonce.benchmarks.mvc;

import com.zaxxer.hikari.HikariConfig;
import io.onlyonce.benchmarks.cost.Pace;
import io.onlyonce.benchmarks.cost.Payers;
import io.onlyonce.benchmarks.cost.Rounds;
import io.onlyonce.benchmarks.cost.ServerCpu;
import io.onlyonce.benchmarks.cost.Slice;
import io.onlyonce.benchmarks.database.BenchmarkDatabase;
import io.onlyonce.benchmarks.database.ServerOptions;
import io.onlyonce.benchmarks.design.Books;
import io.onlyonce.benchmarks.design.Business;
import io.onlyonce.benchmarks.design.Design;
import io.onlyonce.benchmarks.design.DesignType;
import io.onlyonce.benchmarks.design.Keys;
import io.onlyonce.benchmarks.design.Node;
import io.onlyonce.benchmarks.report.Check;
import io.onlyonce.benchmarks.report.Measuring;
import io.onlyonce.benchmarks.report.Page;
import io.onlyonce.benchmarks.report.PageOptions;
import io.onlyonce.benchmarks.report.Table;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what the library costs behind Spring MVC. */
@Command(
        name = "mvc",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description =
                "Pays through three handlers of a Spring Boot application, bare and protected, in turns, and compares throughput and latency. "
                        + "Makes a database of its own and drops it.")
public final class MvcCommand extends Measuring {
    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(
            names = "--connections",
            defaultValue = "16",
            description = "HTTP connections, each with a thread that pays")
    private int connections;

    @Mixin
    private Pace pace = new Pace();

    @Mixin
    private PageOptions output = new PageOptions();

    @Override
    public Integer call() throws Exception {
        List<String> tables = Business.tables(server.login().server());
        try (BenchmarkDatabase database = BenchmarkDatabase.create(server.login(), tables)) {
            HikariConfig config = new HikariConfig();
            config.setMaximumPoolSize(connections);
            config.setAutoCommit(false);
            Business business = new Business(database.server(), Duration.ZERO);
            Node node = new Node(database.login(), database.pool(database.login(), config), business);
            try (PaymentApp app = PaymentApp.start(node, connections)) {
                return measure(database, handlers(app, node));
            }
        }
    }

    private static Map<DesignType, Design> handlers(PaymentApp app, Node node) throws Exception {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        Map<DesignType, Design> handlers = new LinkedHashMap<>();
        for (String handler : List.of("mvc-bare", "mvc-claim-first", "mvc-at-end")) {
            DesignType type = OverHttp.type(handler, app, client);
            handlers.put(type, type.open(node));
        }
        return handlers;
    }

    private int measure(BenchmarkDatabase database, Map<DesignType, Design> handlers) throws Exception {
        Books books = new Books(database);
        Page page = new Page(database.describe() + "; " + connections + " connections, " + pace);
        Rounds result;
        try (Payers payers = new Payers(connections, Keys.RANDOM, books, new ServerCpu(database))) {
            result = pace.run(payers, handlers);
        }
        page.add("Behind Spring MVC", table(result, handlers.keySet()));
        for (DesignType handler : handlers.keySet()) {
            ledger().put(handler.name() + "/throughput", result.ratio(handler, Slice::perSecond));
        }
        page.add(List.of(new Check("no payment failed", result.errors() == 0, result.errors() + " errors")));
        page.add(books.checks());
        int code = output.publish(page, terminal());
        result.firstErrors().forEach(terminal()::println);
        return code;
    }

    private static Table table(Rounds result, Iterable<DesignType> handlers) {
        Table table = new Table(List.of("handler", "per second", "of bare", "p50 us", "of bare"));
        for (DesignType handler : handlers) {
            table.line(List.of(
                    handler.name(),
                    result.of(handler, Slice::perSecond).middle(0),
                    result.ratio(handler, Slice::perSecond).all(2),
                    result.of(handler, Slice::medianMicros).middle(0),
                    result.ratio(handler, Slice::medianMicros).all(2)));
        }
        return table;
    }
}
