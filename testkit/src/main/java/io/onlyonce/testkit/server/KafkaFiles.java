package io.onlyonce.testkit.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Properties;
import java.util.stream.Stream;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/**
 * The folder of a Kafka broker that is its own KRaft controller: one node, on loopback ports, that keeps one copy of everything and makes no topic by itself.
 *
 * @param port where clients connect
 */
record KafkaFiles(Path work, int port, Properties properties) {

    /** Makes and formats them. */
    static KafkaFiles create(int port, int controllerPort) throws IOException {
        Path work = Files.createTempDirectory("kafka");
        KafkaFiles files = new KafkaFiles(work, port, properties(work, port, controllerPort));
        try (Writer out = Files.newBufferedWriter(files.configuration())) {
            files.properties.store(out, null);
        }
        ByteArrayOutputStream words = new ByteArrayOutputStream();
        String[] arguments = {
            "format",
            "-t",
            Uuid.randomUuid().toString(),
            "-c",
            files.configuration().toString()
        };
        int code = StorageTool.execute(arguments, new PrintStream(words, true, StandardCharsets.UTF_8));
        if (code != 0) {
            throw new IOException("its folder could not be formatted: " + words.toString(StandardCharsets.UTF_8));
        }
        return files;
    }

    private static Properties properties(Path work, int port, int controllerPort) {
        Properties all = new Properties();
        all.setProperty("process.roles", "broker,controller");
        all.setProperty("node.id", "1");
        all.setProperty("controller.listener.names", "CONTROLLER");
        all.setProperty("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        all.setProperty("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        all.setProperty("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        all.setProperty("log.dirs", work.resolve("data").toString());
        all.setProperty("auto.create.topics.enable", "false");
        for (String topic : new String[] {"offsets.topic", "transaction.state.log"}) {
            all.setProperty(topic + ".replication.factor", "1");
            all.setProperty(topic + ".num.partitions", "1");
        }
        all.setProperty("transaction.state.log.min.isr", "1");
        all.setProperty("group.initial.rebalance.delay.ms", "0");
        all.setProperty("group.min.session.timeout.ms", "500");
        all.setProperty("log.cleaner.dedupe.buffer.size", "2097152"); // takes 128 MB otherwise
        all.setProperty("num.network.threads", "2");
        all.setProperty("num.io.threads", "2");
        return all;
    }

    Path configuration() {
        return work.resolve("server.properties");
    }

    String bootstrap() {
        return "127.0.0.1:" + port;
    }

    void delete() {
        try (Stream<Path> files = Files.walk(work)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new IllegalStateException("The folder " + work + " could not be deleted.", e);
        }
    }
}
