package io.onlyonce.testkit.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.qpid.server.SystemLauncher;

/**
 * Qpid Broker-J in this JVM, on a free loopback port, with nothing on disk. It speaks RabbitMQ's protocol, with publisher confirms and returns, but refuses RabbitMQ's arguments of
 * queues: no quorum queues, no dead-letter exchanges.
 */
final class EmbeddedQpid implements AutoCloseable {
    private static final String CONFIGURATION = """
            {
              "name": "onlyonce-testkit",
              "modelVersion": "9.1",
              "authenticationproviders": [{
                "name": "guests", "type": "Plain", "secureOnlyMechanisms": [],
                "users": [{"name": "guest", "type": "managed", "password": "guest"}]
              }],
              "ports": [{
                "name": "amqp", "port": "%d", "bindingAddress": "127.0.0.1", "authenticationProvider": "guests",
                "protocols": ["AMQP_0_9_1"], "virtualhostaliases": [{"name": "default", "type": "defaultAlias"}]
              }],
              "virtualhostnodes": [{
                "name": "default", "type": "Memory", "defaultVirtualHostNode": "true",
                "virtualHostInitialConfiguration": "{\\"type\\": \\"Memory\\"}"
              }]
            }
            """;

    private final SystemLauncher launcher;
    private final int port;

    private EmbeddedQpid(SystemLauncher launcher, int port) {
        this.launcher = launcher;
        this.port = port;
    }

    /**
     * @throws IllegalStateException if it does not start
     */
    @SuppressWarnings("IllegalCatch") // whatever an embedded server dies of, the reader is to see the same text
    static EmbeddedQpid start() {
        try {
            int port = FreePort.next();
            Path work = Files.createTempDirectory("qpid");
            Path configuration = Files.writeString(work.resolve("broker.json"), CONFIGURATION.formatted(port));
            SystemLauncher launcher = new SystemLauncher();
            launcher.startup(Map.of(
                    "type",
                    "Memory",
                    "initialConfigurationLocation",
                    configuration.toUri().toString(),
                    "qpid.work_dir",
                    work.toString(),
                    "startupLoggedToSystemOut",
                    false));
            return new EmbeddedQpid(launcher, port);
        } catch (Exception | LinkageError e) {
            throw new IllegalStateException(
                    "No embedded broker for the tests: " + e + ". Start RabbitMQ at 127.0.0.1:5672, or name one by"
                            + " ONLYONCE_TEST_RABBIT.",
                    e);
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        launcher.shutdown();
    }

    @Override
    public String toString() {
        return "the embedded broker at 127.0.0.1:" + port;
    }
}
