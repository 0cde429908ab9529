package io.onlyonce.testkit.server;

import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses the broker that tests share: what the environment names, else what listens locally. */
final class RabbitSearch {
    private static final Logger log = LoggerFactory.getLogger(RabbitSearch.class);
    private static final String VARIABLE = "ONLYONCE_TEST_RABBIT";
    private static final RabbitAddress LOCAL = new RabbitAddress("127.0.0.1", 5672);

    private static @Nullable RabbitAddress shared;

    private RabbitSearch() {}

    static synchronized RabbitAddress shared() {
        RabbitAddress found = shared;
        if (found == null) {
            found = find(System.getenv());
            shared = found;
        }
        return found;
    }

    /**
     * @throws IllegalStateException if none can be had; the text says what was tried
     */
    static RabbitAddress find(Map<String, String> environment) {
        String named = environment.get(VARIABLE);
        RabbitAddress address = named == null ? LOCAL : RabbitAddress.parse(named);
        try (Connection connection = address.connect()) {
            log.info(
                    "RabbitMQ for the tests: {} ({}).",
                    address,
                    connection.getServerProperties().get("version"));
            return address;
        } catch (IOException | TimeoutException e) {
            throw new IllegalStateException(
                    "No RabbitMQ for the tests. At " + address + ": " + e + ". Start one there, or name one by "
                            + VARIABLE + " (host:port, as guest).",
                    e);
        }
    }
}
