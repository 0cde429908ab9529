package io.onlyonce.testkit.server;

import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses the broker that tests share: what the environment names, else what listens locally, else an embedded one. */
final class RabbitSearch {
    private static final Logger log = LoggerFactory.getLogger(RabbitSearch.class);
    private static final String VARIABLE = "ONLYONCE_TEST_RABBIT";
    private static final RabbitAddress LOCAL = new RabbitAddress("127.0.0.1", 5672, true);

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
        if ("embedded".equals(named)) {
            return embedded();
        }
        RabbitAddress address = named == null ? LOCAL : RabbitAddress.parse(named);
        try (Connection connection = address.connect()) {
            Object product = connection.getServerProperties().get("product");
            Object version = connection.getServerProperties().get("version");
            log.info("The broker for the tests: {} {} at {}.", product, version, address);
            return new RabbitAddress(address.host(), address.port(), "RabbitMQ".equals(String.valueOf(product)));
        } catch (IOException | TimeoutException e) {
            if (named != null) {
                throw new IllegalStateException(
                        "No RabbitMQ for the tests: " + VARIABLE + " names " + address + ", and that says: " + e
                                + ". Start it, correct the variable, or unset it to use a local or an embedded broker.",
                        e);
            }
            log.info("No RabbitMQ at {} ({}); starting an embedded broker.", address, e.toString());
            return embedded();
        }
    }

    /** Stops with this JVM. */
    private static RabbitAddress embedded() {
        EmbeddedQpid broker = EmbeddedQpid.start();
        LeftOvers.add(broker);
        return new RabbitAddress("127.0.0.1", broker.port(), false);
    }
}
