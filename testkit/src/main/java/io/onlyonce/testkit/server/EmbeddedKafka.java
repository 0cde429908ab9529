package io.onlyonce.testkit.server;

import java.io.IOException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;

/** Kafka in this JVM, shared by its tests, on free loopback ports. It ends with the JVM. */
final class EmbeddedKafka implements AutoCloseable {
    private static @Nullable EmbeddedKafka shared;

    private final KafkaFiles files;
    private final KafkaRaftServer server;

    private EmbeddedKafka(KafkaFiles files) {
        this.files = files;
        this.server = new KafkaRaftServer(new KafkaConfig(files.properties()), Time.SYSTEM);
    }

    static synchronized EmbeddedKafka shared() {
        EmbeddedKafka running = shared;
        if (running == null) {
            running = start();
            shared = running;
        }
        return running;
    }

    /**
     * @throws IllegalStateException if it does not start
     */
    @SuppressWarnings("IllegalCatch") // whatever an embedded server dies of, the reader is to see the same text
    private static EmbeddedKafka start() {
        try {
            EmbeddedKafka kafka = new EmbeddedKafka(KafkaFiles.create(FreePort.next(), FreePort.next()));
            kafka.server.startup();
            LeftOvers.add(kafka);
            return kafka;
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new IllegalStateException(
                    "No embedded Kafka for the tests: " + e
                            + ". A module that tests with it needs org.apache.kafka:kafka_2.13.",
                    e);
        }
    }

    TestKafka newPrefix() {
        TestKafka topics = new TestKafka(files.bootstrap(), DatabaseServer.randomName());
        LeftOvers.add(topics);
        return topics;
    }

    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
        files.delete();
    }

    @Override
    public String toString() {
        return "the embedded Kafka at " + files.bootstrap();
    }
}
