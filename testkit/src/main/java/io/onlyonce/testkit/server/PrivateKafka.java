package io.onlyonce.testkit.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A Kafka broker of a test's own, in a process of its own on free loopback ports, with its files in a temporary folder, to be killed and started again. It makes no topic by
 * itself ({@link #topics}). Not thread-safe; {@link #close()} stops it, and so does the end of the JVM.
 */
public final class PrivateKafka implements AutoCloseable {
    private final KafkaFiles files;
    private final ServerProcess process;

    private PrivateKafka(KafkaFiles files) throws IOException {
        this.files = files;
        this.process = new ServerProcess("Kafka", files.work(), command(), Map.of());
    }

    /**
     * @throws IllegalStateException if it does not start; the text has its last words
     */
    static PrivateKafka start() {
        try {
            PrivateKafka kafka = new PrivateKafka(KafkaFiles.create(FreePort.next(), FreePort.next()));
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
        process.kill();
    }

    /** Starts it again after a {@link #kill()}, on the same ports and files. */
    public void restart() {
        try {
            process.restart(command(), Map.of());
            awaitAnswer();
        } catch (IOException e) {
            throw new IllegalStateException("The broker could not be started again: " + e.getMessage(), e);
        }
    }

    private List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:TieredStopAtLevel=1", // it lives shortly
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "kafka.Kafka",
                files.configuration().toString());
    }

    private void awaitAnswer() throws IOException {
        try {
            process.awaitAnswer(() -> {
                if (!TestKafka.answers(bootstrap())) {
                    throw new IOException("no broker at " + bootstrap());
                }
            });
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    @Override
    public void close() {
        process.remove();
        LeftOvers.remove(this);
    }

    @Override
    public String toString() {
        return "the Kafka broker at " + bootstrap();
    }
}
