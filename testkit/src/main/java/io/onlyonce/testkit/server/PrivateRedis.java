package io.onlyonce.testkit.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Redis server of a test's own, on a free loopback port, with its files in a temporary folder. Without options it keeps nothing on disk and evicts
 * nothing. Not thread-safe; {@link #close()} stops it, and so does the end of the JVM.
 */
public final class PrivateRedis implements AutoCloseable {
    /** A cluster's node uses the port 10,000 above as well. */
    private static final int BUS = 10_000;

    private final Path binary;
    private final Arguments arguments;
    private final Path work;
    private final RedisAddress address;
    private final ServerProcess process;

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
        this.process = new ServerProcess("redis-server", work, command(), Map.of());
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
        process.kill();
    }

    /** Starts it again after a {@link #kill()}, on the same port and files. */
    public void restart() {
        try {
            process.restart(command(), Map.of());
            awaitAnswer();
        } catch (IOException e) {
            throw new IllegalStateException(binary + " could not be started again: " + e.getMessage(), e);
        }
    }

    /** Stops it where it stands, as a suspended machine does: it is connected and answers nobody. */
    public void pause() {
        process.signal("-STOP");
    }

    /** Lets it go on after a {@link #pause()}. */
    public void resume() {
        process.signal("-CONT");
    }

    private List<String> command() throws IOException {
        List<String> command = new ArrayList<>(List.of(binary.toString()));
        command.addAll(arguments.of(work, port()));
        return command;
    }

    private void awaitAnswer() throws IOException {
        try {
            process.awaitAnswer(address::ping);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private static int freePort() throws IOException {
        int port = FreePort.next();
        while (!isFree(port + BUS)) {
            port = FreePort.next();
        }
        return port;
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
        process.remove();
        LeftOvers.remove(this);
    }

    @Override
    public String toString() {
        return "redis-server at " + address;
    }
}
