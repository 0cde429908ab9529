package io.onlyonce.testkit.server;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses the Redis that tests share: what the environment names, else what listens locally, else an embedded one. */
final class RedisSearch {
    private static final Logger log = LoggerFactory.getLogger(RedisSearch.class);
    private static final String VARIABLE = "ONLYONCE_TEST_REDIS";
    private static final RedisAddress LOCAL = new RedisAddress("127.0.0.1", 6379, true);

    private static @Nullable RedisAddress shared;

    private RedisSearch() {}

    static synchronized RedisAddress shared() {
        RedisAddress found = shared;
        if (found == null) {
            found = find(System.getenv());
            shared = found;
        }
        return found;
    }

    /**
     * @throws IllegalStateException if none can be had; the text says what was tried
     */
    static RedisAddress find(Map<String, String> environment) {
        String named = environment.get(VARIABLE);
        if ("embedded".equals(named)) {
            return embedded();
        }
        RedisAddress address = named == null ? LOCAL : RedisAddress.parse(named);
        try {
            address.ping();
            return address;
        } catch (IOException | IllegalStateException e) {
            if (named != null) {
                throw new IllegalStateException(
                        "No Redis for the tests: " + VARIABLE + " names " + address + ", and that says: "
                                + e.getMessage()
                                + ". Start it, correct the variable, or unset it to use a local or an embedded server.",
                        e);
            }
            log.info("No Redis at {} ({}); starting an embedded one.", address, e.getMessage());
            return embedded();
        }
    }

    /** Stops with this JVM. */
    private static RedisAddress embedded() {
        PrivateRedis server = PrivateRedis.start(RedisBinary.embedded());
        LeftOvers.add(server);
        return new RedisAddress("127.0.0.1", server.port(), false);
    }
}
