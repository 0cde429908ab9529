package io.onlyonce.benchmarks.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.onlyonce.benchmarks.report.Measuring;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares claim and completion in Redis with as many PINGs on the same connection. */
@Command(
        name = "redis",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = "Compares claim and completion in Redis with two PINGs, in rounds, and counts commands. "
                + "Removes its keys. Nobody else may use the server meanwhile.")
public final class RedisCommand extends Measuring {
    private static final int ALL_HOLD = 0;
    private static final int ONE_DOES_NOT = 1;

    @Option(names = "--uri", required = true, description = "The server, redis://host:port")
    private String uri = "";

    @Option(names = "--threads", split = ",", defaultValue = "1,16", description = "Callers that share the connection")
    private List<Integer> threads = List.of();

    @Option(names = "--rounds", defaultValue = "9", description = "Rounds; each measures everything once")
    private int rounds;

    @Option(names = "--millis", defaultValue = "1000", description = "How long one measurement lasts")
    private long millis;

    @Option(names = "--warm-up", defaultValue = "3", description = "Rounds before that do not count")
    private int warmUp;

    @Option(
            names = "--min-ratio",
            defaultValue = "0",
            description = "The least ratio of claim and completion to two PINGs, for the most threads; 0 = any")
    private double minRatio;

    private final String prefix = "onlyonce_benchmark_" + UUID.randomUUID() + ":";

    @Override
    public Integer call() throws Exception {
        RedisClient client = RedisClient.create(uri);
        try (StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
                StatefulRedisConnection<byte[], byte[]> aside = client.connect(ByteArrayCodec.INSTANCE)) {
            Keyspace keys = new Keyspace(aside.sync(), prefix);
            try {
                return run(new Contestants(connection, prefix), keys);
            } finally {
                keys.remove();
            }
        } finally {
            client.shutdown();
        }
    }

    private int run(Contestants contestants, Keyspace keys) throws Exception {
        List<Line> lines = new ArrayList<>();
        for (int count : threads) {
            rounds(contestants, keys, count, warmUp);
            lines.addAll(rounds(contestants, keys, count, rounds));
        }
        PrintWriter terminal = terminal();
        terminal.println(header(keys.server()));
        terminal.println();
        terminal.println(RedisReport.of(lines));
        lines.forEach(line -> ledger().put(line.contestant().name() + "/" + line.threads(), line.ratio()));
        List<String> wrong = wrong(lines);
        wrong.forEach(what -> terminal.println("FAILED " + what));
        return wrong.isEmpty() ? ALL_HOLD : ONE_DOES_NOT;
    }

    private List<Line> rounds(Contestants contestants, Keyspace keys, int count, int rounds) throws Exception {
        Line pings = new Line(contestants.ping(), count);
        List<Line> lines = new ArrayList<>(contestants.others().stream()
                .map(other -> new Line(other, count))
                .toList());
        for (int round = 0; round < rounds; round++) {
            Measured ping = measure(pings.contestant(), keys, count);
            pings.add(ping.slice(), ping.counts(), ping.slice(), 0);
            for (Line line : lines) {
                contestants.prepare(count);
                Measured measured = measure(line.contestant(), keys, count);
                line.add(measured.slice(), measured.counts(), ping.slice(), keys.remove() - count);
            }
        }
        lines.add(0, pings);
        return lines;
    }

    private record Measured(Slice slice, ServerCounts counts) {}

    private Measured measure(Contestant contestant, Keyspace keys, int count) throws Exception {
        RedisCommands<byte[], byte[]> server = keys.server();
        ServerCounts before = ServerCounts.of(server);
        Slice slice = Slice.of(contestant, count, millis);
        return new Measured(slice, ServerCounts.of(server).since(before));
    }

    private String header(RedisCommands<byte[], byte[]> server) {
        String version = server.info("server")
                .lines()
                .filter(line -> line.startsWith("redis_version:"))
                .findFirst()
                .orElse("redis_version:unknown");
        return version.replace("redis_version:", "Redis ")
                + String.format(
                        Locale.ROOT,
                        ", Java %s, %d processors, %d rounds of %d ms",
                        Runtime.version().feature(),
                        Runtime.getRuntime().availableProcessors(),
                        rounds,
                        millis);
    }

    private List<String> wrong(List<Line> lines) {
        int most = threads.stream().mapToInt(Integer::intValue).max().orElse(0);
        List<String> wrong = new ArrayList<>();
        for (Line line : lines) {
            Contestant contestant = line.contestant();
            long operations = line.operations();
            if (line.records() != operations * contestant.records()) {
                wrong.add(contestant.name() + ": " + operations + " operations left " + line.records() + " records");
            }
            if (line.scripts() != operations * contestant.scripts()) {
                wrong.add(contestant.name() + ": " + operations + " operations ran " + line.scripts() + " scripts");
            }
            if (contestant.name().equals(Contestants.STORE) && line.threads() == most && line.ratio() < minRatio) {
                wrong.add(contestant.name() + ": " + line.ratio() + " of two PINGs, less than " + minRatio);
            }
        }
        return wrong;
    }
}
