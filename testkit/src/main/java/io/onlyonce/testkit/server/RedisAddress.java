package io.onlyonce.testkit.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a Redis server listens.
 *
 * @param outlivesUs whether it goes on running after this JVM, so that keys left over there must be removed
 */
record RedisAddress(String host, int port, boolean outlivesUs) {
    static RedisAddress parse(String hostAndPort) {
        int colon = hostAndPort.lastIndexOf(':');
        if (colon < 1 || !hostAndPort.substring(colon + 1).matches("\\d{1,5}")) {
            throw new IllegalStateException("ONLYONCE_TEST_REDIS is \"" + hostAndPort
                    + "\"; it is host:port, for example 127.0.0.1:6379, or \"embedded\".");
        }
        return new RedisAddress(
                hostAndPort.substring(0, colon), Integer.parseInt(hostAndPort.substring(colon + 1)), true);
    }

    TestRedis newPrefix() {
        TestRedis redis = new TestRedis(this, DatabaseServer.randomName() + ":");
        if (outlivesUs) {
            LeftOvers.add(redis);
        }
        return redis;
    }

    void ping() throws IOException {
        try (RedisWire wire = RedisWire.to(host, port)) {
            wire.command("PING");
        }
    }

    @Nullable
    Object command(String... words) {
        try (RedisWire wire = RedisWire.to(host, port)) {
            return wire.command(words);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "Could not execute " + List.of(words) + " on Redis at " + this + ": " + e.getMessage(), e);
        }
    }

    /** The keys with this prefix that have not expired. */
    List<String> keys(String prefix) {
        List<String> keys = new ArrayList<>();
        String cursor = "0";
        do {
            List<?> page =
                    (List<?>) Objects.requireNonNull(command("SCAN", cursor, "MATCH", prefix + "*", "COUNT", "1000"));
            cursor = (String) page.get(0);
            for (Object key : (List<?>) page.get(1)) {
                keys.add((String) key);
            }
        } while (!cursor.equals("0"));
        return keys.stream().distinct().toList();
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
