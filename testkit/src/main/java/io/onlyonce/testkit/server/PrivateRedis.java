package io.onlyonce.testkit.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Redis server of a test's own, on a free loopback port, with its files in a temporary folder. Without options it keeps nothing on disk and evicts
 * nothing. Not thread-safe; {@link #close()} stops it, and so does the end of the JVM.
 */
public final class PrivateRedis implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofMinutes(1);
    /** A cluster's node uses the port 10,000 above as well. */
    private static final int BUS = 10_000;

    private static final int LARGEST_PORT = 65_535;

    private final Path binary;
    private final Arguments arguments;
    private final Path work;
    private final RedisAddress address;
    private Process process;

    /** What the process is started with. */
    @FunctionalInterface
    interface Arguments {
        List<String> of(Path work, int port) throws IOException;
    }

    private PrivateRedis(Path binary, Arguments arguments) throws IOException {
        this.binary = binary;
        this.arguments = arguments;
        this.work = Files.createTempDirectory("redis");
        this.address = new RedisAddress("127.0.0.1", freePort(), false);
        this.process = launch();
    }

    static PrivateRedis start(Path binary, String... options) {
        return start(binary, (work, port) -> {
            List<String> arguments = new ArrayList<>();
            arguments.addAll(List.of("--port", String.valueOf(port), "--bind", "127.0.0.1", "--dir", work.toString()));
            arguments.addAll(List.of("--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"));
            arguments.addAll(List.of(options));
            return arguments;
        });
    }

    static PrivateRedis start(Path binary, Arguments arguments) {
        try {
            PrivateRedis redis = new PrivateRedis(binary, arguments);
            LeftOvers.add(redis);
            redis.awaitAnswer();
            return redis;
        } catch (IOException e) {
            throw new IllegalStateException(binary + " could not be started: " + e.getMessage(), e);
        }
    }

    /** The server, for example {@code redis://127.0.0.1:40001}. */
    public String uri() {
        return "redis://" + address;
    }

    public int port() {
        return address.port();
    }

    /**
     * Executes one command in a connection of its own. Texts are UTF-8.
     *
     * @return a {@link String}, a {@link Long}, a {@link List} of them, or null
     * @throws IllegalStateException if the server refused, or cannot be reached
     */
    public @Nullable Object command(String... words) {
        return address.command(words);
    }

    /** The keys with this prefix that have not expired. */
    public List<String> keys(String prefix) {
        return address.keys(prefix);
    }

    /** Ends the process at once, as a crash of its machine would. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Starts it again after a {@link #kill()}, on the same port and files. */
    public void restart() {
        try {
            process = launch();
            awaitAnswer();
        } catch (IOException e) {
            throw new IllegalStateException(binary + " could not be started again: " + e.getMessage(), e);
        }
    }

    /** Stops it where it stands, as a suspended machine does: it is connected and answers nobody. */
    public void pause() {
        signal("-STOP");
    }

    /** Lets it go on after a {@link #pause()}. */
    public void resume() {
        signal("-CONT");
    }

    private void signal(String signal) {
        try {
            int code = new ProcessBuilder("kill", signal, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill " + signal + " " + process.pid() + " answered " + code + ".");
            }
        } catch (IOException e) {
            throw new IllegalStateException("kill " + signal + " could not be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while redis-server got a signal.", e);
        }
    }

    private Process launch() throws IOException {
        List<String> command = new ArrayList<>(List.of(binary.toString()));
        command.addAll(arguments.of(work, port()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
    }

    private void awaitAnswer() throws IOException {
        long end = System.nanoTime() + DEADLINE.toNanos();
        String last = "it was not asked";
        while (process.isAlive() && System.nanoTime() < end) {
            try {
                address.ping();
                return;
            } catch (IOException | IllegalStateException e) { // refused, or still loading
                last = String.valueOf(e.getMessage());
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
        String words = Files.readString(log());
        close();
        throw new IOException("it does not answer: " + last + ". Its last words: "
                + words.substring(Math.max(0, words.length() - 1000)));
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("redis-server with id " + process.pid() + " does not end.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while redis-server was ending.", e);
        }
    }

    private Path log() {
        return work.resolve("log");
    }

    private static int freePort() throws IOException {
        while (true) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                int port = socket.getLocalPort();
                if (port + BUS <= LARGEST_PORT && isFree(port + BUS)) {
                    return port;
                }
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        kill();
        LeftOvers.remove(this);
        try (Stream<Path> files = Files.walk(work)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new IllegalStateException("The folder " + work + " could not be deleted.", e);
        }
    }

    @Override
    public String toString() {
        return "redis-server at " + address;
    }
}
