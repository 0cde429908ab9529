package io.onlyonce.benchmarks.goals;

import io.onlyonce.benchmarks.cost.CostCommand;
import io.onlyonce.benchmarks.cost.Pace;
import io.onlyonce.benchmarks.design.DesignType;
import io.onlyonce.benchmarks.design.Designs;
import io.onlyonce.benchmarks.growth.GrowthCommand;
import io.onlyonce.benchmarks.herd.HerdCommand;
import io.onlyonce.benchmarks.jmh.MicroCommand;
import io.onlyonce.benchmarks.mvc.MvcCommand;
import io.onlyonce.benchmarks.peers.Peers;
import io.onlyonce.benchmarks.redis.RedisCommand;
import io.onlyonce.benchmarks.replay.ReplayCommand;
import io.onlyonce.benchmarks.report.BarChart;
import io.onlyonce.benchmarks.report.Ledger;
import io.onlyonce.benchmarks.report.Measuring;
import io.onlyonce.benchmarks.report.Spread;
import io.onlyonce.benchmarks.report.Table;
import io.onlyonce.benchmarks.wire.ExactCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the other commands one after the other and holds what they have found against the goals. */
@Command(
        name = "goals",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description =
                "Runs exact, cost, herd, replay, growth, mvc, redis and micro, prints the goals with what was reached beside each, and writes "
                        + "it all as a page with charts. What needs a server that is not given is left out.")
public final class GoalsCommand implements Callable<Integer> {
    private static final String HAND_MERGED = "claim-first-merged";

    @Spec
    private CommandSpec spec = CommandSpec.create(); // picocli puts the real one here

    @Option(names = "--postgresql", description = "URL and account of a PostgreSQL, separated by a blank")
    private @Nullable String postgresql;

    @Option(names = "--mariadb", description = "URL and account of a MariaDB, separated by a blank")
    private @Nullable String mariadb;

    @Option(names = "--redis", description = "URI of a Redis")
    private @Nullable String redis;

    @Option(
            names = "--parts",
            split = ",",
            defaultValue = "exact,cost,unsynced,herd,replay,mvc,growth,redis,micro",
            description = "What to run")
    private List<String> parts = List.of();

    @Option(names = "--peers", description = "With other libraries at 16 threads on PostgreSQL, see G9")
    private boolean peers;

    @Mixin
    private Pace pace = new Pace();

    @Option(names = "--batches", defaultValue = "20", description = "Batches of calls that are counted")
    private int batches;

    @Option(names = "--sizes", defaultValue = "10000,1000000,10000000", description = "Records in the growing table")
    private String sizes = "";

    @Option(
            names = "--out",
            required = true,
            description = "File for the page, in Markdown; charts are written beside it")
    private Path out = Path.of("performance.md");

    private final Ledger ledger = new Ledger();
    private final List<String> details = new ArrayList<>();
    private int worst;

    @Override
    public Integer call() throws IOException {
        if (postgresql != null) {
            onPostgresql(server(postgresql));
        }
        if (mariadb != null) {
            onMariadb(server(mariadb));
        }
        if (redis != null) {
            run("redis", new RedisCommand(), List.of("--uri=" + redis));
        }
        run("micro", new MicroCommand(), List.of());
        derive();
        PrintWriter terminal = spec.commandLine().getOut();
        terminal.println(table().plain());
        write();
        return worst;
    }

    private void onPostgresql(List<String> server) {
        run("postgresql/exact", new ExactCommand(), with(server, counted()));
        run("postgresql/cost", new CostCommand(), with(server, comparison(peers ? "1,4" : "1,4,16")));
        if (peers) {
            run("postgresql/cost", new CostCommand(), with(with(server, comparison("16")), withPeers()));
        }
        run(
                "postgresql/unsynced",
                new CostCommand(),
                with(with(server, comparison("4")), List.of("--no-sync", "--designs=" + ours())));
        run("postgresql/herd", new HerdCommand(), server);
        run("postgresql/replay", new ReplayCommand(), with(server, pace.arguments()));
        run("postgresql/mvc", new MvcCommand(), with(server, pace.arguments()));
        run(
                "postgresql/growth",
                new GrowthCommand(),
                with(with(server, pace.arguments()), List.of("--sizes=" + sizes)));
    }

    private List<String> withPeers() {
        if (!peers) {
            return List.of();
        }
        return redis == null ? List.of("--peers") : List.of("--peers", "--peers-redis=" + redis);
    }

    private void onMariadb(List<String> server) {
        run("mariadb/exact", new ExactCommand(), with(server, counted()));
        run("mariadb/cost", new CostCommand(), with(server, comparison("4,16")));
        run("mariadb/herd", new HerdCommand(), server);
    }

    private List<String> comparison(String threads) {
        return with(pace.arguments(), List.of("--threads=" + threads));
    }

    private List<String> counted() {
        return List.of("--batches=" + batches);
    }

    private static String ours() {
        return Designs.ONLYONCE + "," + Designs.ONLYONCE_AT_END;
    }

    private static List<String> server(String option) {
        String[] parts = option.split(" ", 2);
        if (parts.length < 2) {
            throw new IllegalArgumentException("\"" + option + "\" is not a URL and an account with a blank between.");
        }
        return List.of("--jdbc=" + parts[0], "--user=" + parts[1]);
    }

    private static List<String> with(List<String> some, List<String> more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    private void run(String name, Measuring command, List<String> arguments) {
        if (!parts.contains(name.substring(name.lastIndexOf('/') + 1))) {
            return;
        }
        spec.commandLine().getErr().println("… " + name);
        command.into(ledger.under(name));
        StringWriter text = new StringWriter();
        int code = new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(text, true))
                .setErr(spec.commandLine().getErr())
                .execute(arguments.toArray(String[]::new));
        worst = Math.max(worst, code);
        details.add("### " + name + "\n\n```text\n" + text.toString().strip() + "\n```\n");
    }

    /** What is a relation of two designs' figures. */
    private void derive() {
        ratio("derived/by-hand/throughput", "postgresql/cost/4/", "/throughput", false);
        ratio("derived/by-hand/client-us", "postgresql/cost/1/", "/client-us", true);
        overBestPeer("peers/claim-first", Designs.ONLYONCE);
        overBestPeer("peers/at-end", Designs.ONLYONCE_AT_END);
    }

    private void ratio(String name, String before, String behind, boolean difference) {
        Optional<Spread> ours = ledger.find(before + Designs.ONLYONCE + behind);
        Optional<Spread> byHand = ledger.find(before + HAND_MERGED + behind);
        if (ours.isPresent() && byHand.isPresent()) {
            double mine = ours.get().median();
            double theirs = byHand.get().median();
            ledger.put(name, difference ? mine - theirs : mine / theirs);
        }
    }

    private void overBestPeer(String name, String design) {
        OptionalDouble best = Peers.onJdbc().stream()
                .flatMap(peer -> atSixteen(peer.name()).stream())
                .mapToDouble(Spread::median)
                .max();
        Optional<Spread> ours = atSixteen(design);
        if (ours.isPresent() && best.isPresent()) {
            ledger.put(name, ours.get().median() / best.getAsDouble());
        }
    }

    private Optional<Spread> atSixteen(String design) {
        return ledger.find("postgresql/cost/16/" + design + "/throughput");
    }

    private Table table() {
        Table table = new Table(List.of("goal", "what", "bound", "reached", "met"));
        for (Goal goal : Goals.ALL) {
            table.line(List.of(goal.number(), goal.what(), goal.bounds(), goal.reached(ledger), goal.met(ledger)));
        }
        return table;
    }

    private void write() throws IOException {
        StringBuilder page = new StringBuilder("# Performance\n\n");
        page.append(
                "Written by `onlyonce-benchmarks goals`; what each figure means stands in [the benchmarks' README](../benchmarks/README.md).\n");
        page.append(
                "Figures of designs are multiples of the bare business transaction's in the same round: the median of the rounds, the least and the\n");
        page.append(
                        "greatest behind it. Why a goal is missed, and what was tried, stands in [speed.md](speed.md).\n\n## Goals\n\n")
                .append(table().markdown())
                .append("\n\n");
        page.append(chart("throughput-postgresql", "postgresql", List.of("4", "16")));
        page.append(chart("throughput-mariadb", "mariadb", List.of("4", "16")));
        page.append("\n## In detail\n\n").append(String.join("\n", details));
        Files.writeString(out, page);
    }

    private String chart(String file, String server, List<String> threads) throws IOException {
        String title = "First calls a second, as a multiple of the bare transaction (" + server + ")";
        BarChart chart = new BarChart(title);
        boolean any = false;
        for (String number : threads) {
            List<String> labels = new ArrayList<>();
            List<Spread> values = new ArrayList<>();
            for (String design : with(
                    Designs.names(),
                    Peers.onJdbc().stream().map(DesignType::name).toList())) {
                Optional<Spread> value = ledger.find(server + "/cost/" + number + "/" + design + "/throughput");
                if (value.isPresent()) {
                    labels.add(design + ", " + number + " threads");
                    values.add(value.get());
                }
            }
            any |= !labels.isEmpty();
            chart.group(labels, values, "onlyonce");
        }
        if (!any) {
            return "";
        }
        Files.writeString(out.toAbsolutePath().resolveSibling(file + ".svg"), chart.svg());
        return "![" + title + "](" + file + ".svg)\n\n";
    }
}
