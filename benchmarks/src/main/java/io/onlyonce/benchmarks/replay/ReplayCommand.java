package io.onlyonce.benchmarks.replay;

import com.zaxxer.hikari.HikariConfig;
import io.onlyonce.benchmarks.cost.Pace;
import io.onlyonce.benchmarks.cost.Payers;
import io.onlyonce.benchmarks.cost.Rounds;
import io.onlyonce.benchmarks.cost.ServerCpu;
import io.onlyonce.benchmarks.cost.Slice;
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
import io.onlyonce.benchmarks.design.Payment;
import io.onlyonce.benchmarks.report.Check;
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

/** Measures replays beside a read by primary key. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description =
                "Pays some keys once, then asks for their answers again and again: by a plain SELECT by primary key, and through the library with and without "
                        + "a look into the table before the transaction. Makes a database of its own and drops it.")
public final class ReplayCommand extends Measuring {
    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--keys", defaultValue = "10000", description = "How many keys were paid before")
    private int keys;

    @Option(names = "--threads", split = ",", defaultValue = "1,16", description = "Threads that ask")
    private List<Integer> threads = new ArrayList<>();

    @Mixin
    private Pace pace = new Pace();

    @Mixin
    private PageOptions output = new PageOptions();

    @Override
    public Integer call() throws Exception {
        Server make = server.login().server();
        List<DesignType> types = Designs.on(make, List.of(Designs.ONLYONCE_READ_FIRST));
        try (BenchmarkDatabase database = BenchmarkDatabase.create(server.login(), Designs.tables(types, make))) {
            return measure(database, make);
        }
    }

    private int measure(BenchmarkDatabase database, Server make) throws Exception {
        Node node =
                new Node(database.login(), database.pool(database.login(), pool()), new Business(make, Duration.ZERO));
        DesignType readFirst =
                Designs.on(make, List.of(Designs.ONLYONCE_READ_FIRST)).get(1);
        try (Design paying = readFirst.open(node)) {
            Books books = new Books(database);
            List<Payment> paid = new ArrayList<>();
            for (int key = 0; key < keys; key++) {
                paid.add(Payment.of(Keys.RANDOM.next()));
                paying.pay(paid.get(key));
                books.paid(readFirst);
            }
            database.analyze();
            Map<DesignType, Design> ways = new LinkedHashMap<>();
            Select select = new Select(node.pool(), make, readFirst.name());
            ways.put(Designs.unrecorded("select", any -> select), new Repeated(select, paid));
            ways.put(readFirst, new Repeated(paying, paid));
            ways.put(
                    Designs.unrecorded("without-look", any -> paying),
                    new Repeated(Designs.claimingFirst(node, readFirst.name()), paid));
            return publish(database, ways, books);
        }
    }

    /** With auto-commit on, as pools come: on MariaDB to switch it costs a round trip each time. */
    private HikariConfig pool() {
        HikariConfig config = new HikariConfig();
        config.setMaximumPoolSize(
                threads.stream().mapToInt(number -> number).max().orElse(1));
        config.setAutoCommit(true);
        return config;
    }

    private int publish(BenchmarkDatabase database, Map<DesignType, Design> ways, Books books) throws Exception {
        Page page = new Page(database.describe() + "; " + keys + " keys, " + pace);
        int errors = 0;
        for (int number : threads) {
            Books unread = new Books(database); // nothing is paid here
            try (Payers payers = new Payers(number, Keys.RANDOM, unread, new ServerCpu(database))) {
                Rounds result = pace.run(payers, ways);
                errors += result.errors();
                result.firstErrors().forEach(terminal()::println);
                page.add(number + (number == 1 ? " thread" : " threads"), table(result, ways));
                ways.keySet()
                        .forEach(way -> ledger().under(number + "/" + way.name())
                                .put("throughput", result.ratio(way, Slice::perSecond)));
            }
        }
        page.add(List.of(new Check("each answer is the first one", errors == 0, errors + " errors")));
        page.add(books.checks());
        return output.publish(page, terminal());
    }

    private static Table table(Rounds result, Map<DesignType, Design> ways) {
        Table table = new Table(
                List.of("way", "per second", "of select", "p50 us", "of select", "server CPU us", "client CPU us"));
        for (DesignType way : ways.keySet()) {
            table.line(List.of(
                    way.name(),
                    result.of(way, Slice::perSecond).middle(0),
                    result.ratio(way, Slice::perSecond).all(2),
                    result.of(way, Slice::medianMicros).middle(0),
                    result.ratio(way, Slice::medianMicros).all(2),
                    result.of(way, Slice::serverCpuMicros).middle(0),
                    result.of(way, Slice::clientCpuMicros).middle(0)));
        }
        return table;
    }
}
