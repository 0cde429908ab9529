package io.onlyonce.testkit.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;

/**
 * A Redis Sentinel of a test's own, on a free loopback port. It alone decides: a master that has not answered for two seconds is replaced by its replica.
 * Not thread-safe; {@link #close()} stops it.
 */
public final class PrivateSentinel implements AutoCloseable {
    private static final String MASTER = "shop";

    private final PrivateRedis process;

    private PrivateSentinel(PrivateRedis process) {
        this.process = process;
    }

    /** Watches this master, and returns when it knows the replica. */
    static PrivateSentinel start(Path binary, PrivateRedis master) {
        PrivateSentinel sentinel = new PrivateSentinel(PrivateRedis.start(binary, (work, port) -> {
            Path file = work.resolve("sentinel.conf"); // it writes there what it finds out
            if (Files.notExists(file)) {
                Files.write(file, configuration(work, port, master.port()));
            }
            return List.of(file.toString(), "--sentinel");
        }));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> !((List<?>) sentinel.ask("SENTINEL", "replicas", MASTER)).isEmpty());
        return sentinel;
    }

    private static List<String> configuration(Path work, int port, int master) throws IOException {
        return List.of(
                "port " + port,
                "bind 127.0.0.1",
                "dir " + work.toRealPath(),
                "sentinel monitor " + MASTER + " 127.0.0.1 " + master + " 1",
                "sentinel down-after-milliseconds " + MASTER + " 2000",
                "sentinel failover-timeout " + MASTER + " 5000");
    }

    /** The master, by way of this Sentinel, for example {@code redis-sentinel://127.0.0.1:40001#shop}. */
    public String uri() {
        return "redis-sentinel://127.0.0.1:" + process.port() + "#" + MASTER;
    }

    /** The port of the server that is the master now. */
    public int masterPort() {
        List<?> address = (List<?>) ask("SENTINEL", "get-master-addr-by-name", MASTER);
        return Integer.parseInt(String.valueOf(address.get(1)));
    }

    private Object ask(String... words) {
        return Objects.requireNonNull(process.command(words));
    }

    @Override
    public void close() {
        process.close();
    }
}
