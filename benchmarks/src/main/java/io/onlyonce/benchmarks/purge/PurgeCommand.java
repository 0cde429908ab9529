package io.onlyonce.benchmarks.purge;

import io.onlyonce.benchmarks.database.ServerOptions;
import io.onlyonce.benchmarks.purge.PurgeDatabase.Digest;
import io.onlyonce.benchmarks.purge.PurgeDatabase.Size;
import io.onlyonce.benchmarks.report.Check;
import io.onlyonce.jdbc.JdbcRecordMaintenance;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Purges a large table in rounds while requests arrive. */
@Command(
        name = "purge",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description =
                "Purges expired records with two purgers while requests arrive, and compares with the same requests without a purge. "
                        + "Makes a database of its own and drops it.")
public final class PurgeCommand implements Callable<Integer> {
    private static final int ALL_HOLD = 0;
    private static final int ONE_DOES_NOT = 1;

    /** As many as a Spring Boot application has that sets nothing but a small pool. */
    private static final int CONNECTIONS = 8;

    private static final int EXPIRED_SINCE_HOURS = -24 * 30;
    private static final int LIVE_FOR_HOURS = 24 * 30;

    @Spec
    private CommandSpec spec = CommandSpec.create(); // picocli puts the real one here

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--expired", defaultValue = "1000000", description = "Expired records for each round")
    private int expired;

    @Option(names = "--live", defaultValue = "1000000", description = "Records that stay")
    private int live;

    @Option(names = "--rounds", defaultValue = "3", description = "Rounds")
    private int rounds;

    @Option(names = "--rate", defaultValue = "200", description = "Requests a second")
    private int rate;

    @Option(
            names = "--quiet-seconds",
            defaultValue = "30",
            description = "Seconds without a purge before each purge, and as many after it")
    private int quietSeconds;

    @Option(
            names = "--warm-up",
            defaultValue = "20",
            description = "Seconds of requests at the beginning of each round that do not count")
    private int warmUp;

    @Option(names = "--batch", defaultValue = "100", description = "Records in a batch")
    private int batch;

    @Option(names = "--pause", defaultValue = "20", description = "Milliseconds between two batches of a purger")
    private int pause;

    @Option(
            names = "--vacuum",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "VACUUM on PostgreSQL between the rounds, for a server whose autovacuum is off or late")
    private boolean vacuum;

    @Option(
            names = "--old-snapshot",
            description = "Keep a transaction open during each purge, as a backup does: old versions of rows must stay")
    private boolean oldSnapshot;

    @Option(
            names = "--max-ratio",
            defaultValue = "0",
            description = "The greatest p99 beside the purge as a multiple of the quiet one; 0 = any")
    private double maxRatio;

    @Option(names = "--out", description = "File for the same as Markdown")
    private @Nullable Path out;

    @Override
    public Integer call() throws Exception {
        PrintWriter terminal = spec.commandLine().getOut();
        try (PurgeDatabase database = PurgeDatabase.create(server.login())) {
            return run(database, terminal);
        }
    }

    private int run(PurgeDatabase database, PrintWriter terminal) throws Exception {
        String title = database.describe() + "; " + settings();
        terminal.println(title);
        Requests requests = new Requests(database.pool(CONNECTIONS), live, expired);
        database.fill(Workload.LIVE, LIVE_FOR_HOURS, live);
        Digest before = database.digestOfLive();
        List<JdbcRecordMaintenance> nodes =
                List.of(new JdbcRecordMaintenance(database.pool(1)), new JdbcRecordMaintenance(database.pool(1)));
        List<RoundResult> results = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            results.add(round(database, requests, nodes, round));
            terminal.println("round " + round + " is over");
        }
        Report report = new Report(results);
        List<Check> checks = new ArrayList<>(Checks.of(database, results, before, requests.due()));
        if (maxRatio > 0) {
            checks.add(ratio(results));
        }
        terminal.println(report.plain());
        checks.forEach(terminal::println);
        results.forEach(result -> complain(result, terminal));
        if (out != null) {
            write(out, title, report, checks);
        }
        return checks.stream().allMatch(Check::holds) ? ALL_HOLD : ONE_DOES_NOT;
    }

    private RoundResult round(PurgeDatabase database, Requests requests, List<JdbcRecordMaintenance> nodes, int round)
            throws SQLException, InterruptedException {
        database.fill(Workload.expired(round), EXPIRED_SINCE_HOURS, expired);
        requests.round(round);
        Load.during(requests, rate, warmUp);
        Size filled = database.size();
        Load.Measured before = Load.during(requests, rate, quietSeconds);
        Busy busy = busy(database, requests, nodes);
        Size purged = database.size();
        if (vacuum) {
            database.vacuum();
        }
        Load.Measured after = Load.during(requests, rate, quietSeconds);
        return new RoundResult(
                round, before.and(after), busy.requests(), busy.purge(), filled, purged, database.size());
    }

    private record Busy(Load.Measured requests, Purgers.Measured purge) {}

    @SuppressWarnings("try") // the snapshot has only to be there
    private Busy busy(PurgeDatabase database, Requests requests, List<JdbcRecordMaintenance> nodes)
            throws SQLException, InterruptedException {
        try (Connection snapshot = oldSnapshot ? database.oldSnapshot() : null;
                Load load = Load.start(requests, rate)) {
            Purgers.Measured purge = purge(database, nodes);
            return new Busy(load.end(), purge);
        }
    }

    /** A purger gives up at a batch that is not full, also if another one held the rest; then the next round of the schedule goes on. */
    private Purgers.Measured purge(PurgeDatabase database, List<JdbcRecordMaintenance> nodes)
            throws SQLException, InterruptedException {
        Purgers purgers = new Purgers(batch, pause);
        do {
            purgers.run(nodes);
        } while (purgers.measured().errors() == 0 && database.countExpired() > 0);
        return purgers.measured();
    }

    private Check ratio(List<RoundResult> results) {
        double worst = results.stream().mapToDouble(RoundResult::ratio).max().orElse(0);
        return new Check(
                "p99 beside the purge is at most " + maxRatio + " times the quiet one",
                worst <= maxRatio,
                String.valueOf(worst));
    }

    private static void complain(RoundResult result, PrintWriter terminal) {
        List<@Nullable String> errors = new ArrayList<>();
        errors.add(result.quiet().firstError());
        errors.add(result.busy().firstError());
        errors.add(result.purge().firstError());
        errors.stream()
                .filter(error -> error != null)
                .forEach(error -> terminal.println("round " + result.round() + ", first error: " + error));
    }

    private String settings() {
        return live + " live and " + expired + " expired records, " + rate + " requests/s, batches of " + batch
                + ", pauses of " + pause + " ms" + (oldSnapshot ? ", an old snapshot open" : "")
                + (vacuum ? "" : ", no VACUUM");
    }

    private static void write(Path file, String title, Report report, List<Check> checks) throws IOException {
        String list = checks.stream().map(check -> "- " + check).collect(Collectors.joining("\n"));
        Files.writeString(file, title + "\n\n" + report.markdown() + "\n\n" + list + "\n");
    }
}
