package io.onlyonce.seata;

import io.onlyonce.testkit.server.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * Seata's own server in a process of the test's own, with its log in files of a temporary folder. Maven has put its jars where the system property says. Only what a
 * coordinator is made of is started: its console, and the cluster's endpoints, are beans that nobody asks for here. Not thread-safe; {@link #close()} kills it.
 */
final class SeataServer implements AutoCloseable {
    private static final String JARS = "onlyonce.test.seata.server";
    private static final Duration DEADLINE = Duration.ofMinutes(3);

    private final Path work;
    private final int port;
    private final Process process;
    private final Thread atExit;

    private SeataServer(Path work, int port, Process process) {
        this.work = work;
        this.port = port;
        this.process = process;
        this.atExit = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts one; returns when it listens. */
    static SeataServer start() throws IOException {
        Path work = Files.createTempDirectory("seata-server");
        int port = FreePort.next();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-Duser.home=" + work));
        settings(work).forEach(setting -> command.add("-D" + setting));
        command.addAll(List.of("-cp", System.getProperty(JARS) + "/*", "org.springframework.boot.SpringApplication"));
        command.addAll(List.of("-h", "127.0.0.1", "-p", String.valueOf(port), "-m", "file"));
        Process process = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(work.resolve("log").toFile())
                .start();
        SeataServer server = new SeataServer(work, port, process);
        try {
            server.awaitAnswer();
        } catch (RuntimeException e) {
            IllegalStateException failed =
                    new IllegalStateException("Seata's server does not answer: " + server.log(), e);
            server.close();
            throw failed;
        }
        return server;
    }

    private static List<String> settings(Path work) {
        return List.of(
                "spring.main.sources=io.seata.server.ServerRunner"
                        + ",io.seata.spring.boot.autoconfigure.SeataCoreAutoConfiguration"
                        + ",org.springframework.boot.autoconfigure.web.servlet.ServletWebServerFactoryAutoConfiguration",
                "spring.main.banner-mode=off",
                "spring.application.name=seata-server",
                "org.springframework.boot.logging.LoggingSystem=none",
                "logging.file.path=" + work,
                "server.address=127.0.0.1",
                "server.port=-1", // no HTTP
                "seata.config.type=file",
                "seata.registry.type=file",
                "seata.store.mode=file",
                "seata.store.session.mode=file",
                "seata.store.lock.mode=file");
    }

    private void awaitAnswer() {
        Awaitility.await()
                .atMost(DEADLINE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> {
                    if (!process.isAlive()) {
                        throw new IllegalStateException("It has ended with " + process.exitValue() + ".");
                    }
                    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                        return socket.isConnected();
                    }
                });
    }

    /** Where it listens. */
    String address() {
        return "127.0.0.1:" + port;
    }

    /** What it has logged. */
    String log() throws IOException {
        return Files.readString(work.resolve("log"));
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        try {
            process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().removeShutdownHook(atExit);
        try (Stream<Path> files = Files.walk(work)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
