package io.onlyonce.testkit.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Kafka broker of a test's own, in a process of its own on free loopback ports, with its files in a temporary folder, to be killed and started again. It makes no topic by
 * itself ({@link #topics}). Not thread-safe; {@link #close()} stops it, and so does the end of the JVM.
 */
public final class PrivateKafka implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofMinutes(1);

    private final KafkaFiles files;
    private Process process;

    private PrivateKafka(KafkaFiles files) throws IOException {
        this.files = files;
        this.process = launch();
    }

    /**
     * @throws IllegalStateException if it does not start; the text has its last words
     */
    static PrivateKafka start() {
        try {
            PrivateKafka kafka = new PrivateKafka(KafkaFiles.create(freePort(), freePort()));
            LeftOvers.add(kafka);
            kafka.awaitAnswer();
            return kafka;
        } catch (IOException e) {
            throw new IllegalStateException("A Kafka broker could not be started: " + e.getMessage(), e);
        }
    }

    /** Where clients find it, for example {@code 127.0.0.1:40001}. */
    public String bootstrap() {
        return files.bootstrap();
    }

    public int port() {
        return files.port();
    }

    /** Topics on it under a prefix of their own, looked at from outside. To be closed while it runs. */
    public TestKafka topics() {
        return new TestKafka(bootstrap(), DatabaseServer.randomName());
    }

    /** Ends the process at once, as a crash of its machine would. */
    public void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("The broker with id " + process.pid() + " does not end.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the broker was ending.", e);
        }
    }

    /** Starts it again after a {@link #kill()}, on the same ports and files. */
    public void restart() {
        try {
            process = launch();
            awaitAnswer();
        } catch (IOException e) {
            throw new IllegalStateException("The broker could not be started again: " + e.getMessage(), e);
        }
    }

    private Process launch() throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:TieredStopAtLevel=1", // it lives shortly
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "kafka.Kafka",
                files.configuration().toString());
        return new ProcessBuilder(command)
                .directory(files.work().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(files.log().toFile()))
                .start();
    }

    private void awaitAnswer() throws IOException {
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (process.isAlive() && System.nanoTime() < end) {
            if (TestKafka.answers(bootstrap())) {
                return;
            }
        }
        String words = Files.readString(files.log());
        close();
        throw new IOException(
                "it does not answer. Its last words: " + words.substring(Math.max(0, words.length() - 2000)));
    }

    static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    @Override
    public void close() {
        kill();
        LeftOvers.remove(this);
        files.delete();
    }

    @Override
    public String toString() {
        return "the Kafka broker at " + bootstrap();
    }
}
