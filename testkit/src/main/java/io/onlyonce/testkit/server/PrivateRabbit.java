package io.onlyonce.testkit.server;

import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A RabbitMQ node of a test's own, on free loopback ports, with its files in a temporary folder and an {@code epmd} (the name service of Erlang's nodes) of its own: it neither sees
 * nor is seen by another one. It has no plugins. Not thread-safe; {@link #close()} stops it, and so does the end of the JVM.
 */
public final class PrivateRabbit implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PrivateRabbit.class);
    private static final String HOST = "127.0.0.1";
    private static final String MESSAGES = "msg_stores";
    private static final Duration SETTLED = Duration.ofSeconds(3);
    private static final Duration WRITTEN = Duration.ofSeconds(30);
    private static final long PULSE = TimeUnit.MILLISECONDS.toNanos(50);

    private final Program program;
    private final Path work;
    private final int namesPort;
    private final int nodePort;
    private final RabbitAddress address;
    private final ServerProcess names;
    private final ServerProcess node;

    /** What it takes to start one. */
    private record Program(Path server, Path names) {
        static Optional<Program> installed() {
            return Installed.program("rabbitmq-server")
                    .map(Program::unwrapped)
                    .flatMap(server -> Installed.program("epmd").map(names -> new Program(server, names)));
        }

        /** Debian wraps it in a script that becomes another user and writes into the folders of the machine's own node; the program itself lies beside that script. */
        private static Path unwrapped(Path found) {
            try {
                Path real = found.toRealPath();
                return real.endsWith("rabbitmq-script-wrapper") ? real.resolveSibling("rabbitmq-server") : found;
            } catch (IOException e) {
                throw new IllegalStateException(found + " could not be looked at: " + e.getMessage(), e);
            }
        }
    }

    private PrivateRabbit(Program program) throws IOException {
        this.program = program;
        this.work = Files.createTempDirectory("rabbitmq");
        this.namesPort = FreePort.next();
        this.nodePort = FreePort.next();
        this.address = new RabbitAddress(HOST, FreePort.next(), true);
        Files.writeString(work.resolve("enabled-plugins"), "[].");
        Files.createFile(work.resolve("rabbitmq.conf"));
        Files.createFile(work.resolve("rabbitmq-env.conf"));
        Path namesFolder = Files.createDirectory(work.resolve("epmd"));
        this.names =
                new ServerProcess("epmd", namesFolder, List.of(program.names().toString()), environment());
        this.node = new ServerProcess("rabbitmq-server", work, command(), environment());
    }

    /** The installed RabbitMQ. Where none is, the test that asks for it is skipped, and the log says so. */
    static PrivateRabbit start() {
        Optional<Program> program = Program.installed();
        if (program.isEmpty()) {
            String notice =
                    "No rabbitmq-server, or no epmd, is installed, so what happens when RabbitMQ goes down and comes back is NOT tested here. Install it (Debian:"
                            + " rabbitmq-server).";
            log.warn(notice);
            Assumptions.abort(notice);
        }
        try {
            PrivateRabbit rabbit = new PrivateRabbit(program.orElseThrow());
            LeftOvers.add(rabbit);
            rabbit.awaitAnswer();
            return rabbit;
        } catch (IOException e) {
            throw new IllegalStateException(
                    program.orElseThrow().server() + " could not be started: " + e.getMessage(), e);
        }
    }

    public String host() {
        return address.host();
    }

    public int port() {
        return address.port();
    }

    /** Its queues, looked at from outside. They go with the node. */
    public TestRabbit queues() {
        return new TestRabbit(address, DatabaseServer.randomName());
    }

    /**
     * Returns when the node has written that there is such a queue. It answers earlier, and a queue that is younger than that is gone after a {@link #kill()}.
     *
     * @throws IllegalStateException if it is not written after half a minute
     */
    public void awaitWritten(String queue) {
        long end = System.nanoTime() + WRITTEN.toNanos();
        while (!isWritten(queue)) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(
                        this + " has not written the queue " + queue + " after " + WRITTEN + ".");
            }
            LockSupport.parkNanos(PULSE);
        }
    }

    /**
     * Among the broker's definitions, and nothing has been written there for a while: the log of definitions is written in pieces, up to two seconds apart, and a transaction of which only
     * the first is there is none. The store of messages has the name sooner, and does not know a queue by it. Latin-1 makes a character of each byte.
     */
    private boolean isWritten(String queue) {
        boolean written = false;
        FileTime lately = FileTime.from(Instant.now().minus(SETTLED));
        try (Stream<Path> files = Files.walk(work.resolve("mnesia"))) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains(MESSAGES))
                    .toList()) {
                if (Files.getLastModifiedTime(file).compareTo(lately) > 0) {
                    return false;
                }
                written |= Files.readString(file, StandardCharsets.ISO_8859_1).contains(queue);
            }
            return written;
        } catch (IOException | UncheckedIOException e) { // a file that has gone meanwhile
            return false;
        }
    }

    /** Ends the process at once, as a crash of its machine would. */
    public void kill() {
        node.kill();
    }

    /** Starts it again after a {@link #kill()}, on the same port and files: it has all that it has confirmed. */
    public void restart() {
        try {
            node.restart(command(), environment());
            awaitAnswer();
        } catch (IOException e) {
            throw new IllegalStateException(program.server() + " could not be started again: " + e.getMessage(), e);
        }
    }

    /** The same, but it is short of memory by its own reckoning: it takes connections, and no messages. The next {@link #restart()} ends that. */
    public void restartShortOfMemory() {
        configure("vm_memory_high_watermark.absolute = 1000");
        restart();
        configure("");
    }

    private void configure(String lines) {
        try {
            Files.writeString(work.resolve("rabbitmq.conf"), lines);
        } catch (IOException e) {
            throw new IllegalStateException("The settings of " + this + " could not be written.", e);
        }
    }

    private List<String> command() {
        return List.of(program.server().toString());
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        environment.put("HOME", work.toString()); // where Erlang keeps the secret that nodes share
        environment.put("ERL_EPMD_ADDRESS", HOST);
        environment.put("ERL_EPMD_PORT", String.valueOf(namesPort));
        environment.put(
                "RUNNING_UNDER_SYSTEMD",
                "true"); // no script stays as the parent of the process, which would outlive it
        environment.put("RABBITMQ_NODENAME", "onlyonce-" + port() + "@localhost");
        environment.put("RABBITMQ_NODE_IP_ADDRESS", HOST);
        environment.put("RABBITMQ_NODE_PORT", String.valueOf(port()));
        environment.put("RABBITMQ_DIST_PORT", String.valueOf(nodePort));
        environment.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1}");
        environment.put("RABBITMQ_MNESIA_BASE", work.resolve("mnesia").toString());
        environment.put("RABBITMQ_LOG_BASE", work.resolve("logs").toString());
        environment.put("RABBITMQ_LOGS", "-");
        environment.put("RABBITMQ_PID_FILE", work.resolve("pid").toString());
        environment.put(
                "RABBITMQ_ENABLED_PLUGINS_FILE", work.resolve("enabled-plugins").toString());
        environment.put("RABBITMQ_CONFIG_FILE", work.resolve("rabbitmq.conf").toString());
        environment.put(
                "RABBITMQ_CONF_ENV_FILE", work.resolve("rabbitmq-env.conf").toString());
        return environment;
    }

    private void awaitAnswer() throws IOException {
        try {
            node.awaitAnswer(this::greet);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void greet() throws IOException {
        try (Connection connection = address.connect()) {
            log.debug("{} lets {} in.", this, connection);
        } catch (TimeoutException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        names.remove();
        node.remove();
        LeftOvers.remove(this);
    }

    @Override
    public String toString() {
        return "rabbitmq-server at " + address;
    }
}
