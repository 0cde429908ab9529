package io.onlyonce.testkit.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A key prefix of a test's own on a shared Redis server. Thread-safe. {@link #close()} removes all keys that begin with it. */
public final class TestRedis implements AutoCloseable {
    private final RedisAddress address;
    private final String prefix;

    TestRedis(RedisAddress address, String prefix) {
        this.address = address;
        this.prefix = prefix;
    }

    /** The server, for example {@code redis://127.0.0.1:6379}. */
    public String uri() {
        return "redis://" + address;
    }

    /** What the keys of this test have to begin with. */
    public String prefix() {
        return prefix;
    }

    /** The keys of this test that have not expired. */
    public List<String> keys() {
        return address.keys(prefix);
    }

    /**
     * Executes one command in a connection of its own. Texts are UTF-8.
     *
     * @return a {@link String}, a {@link Long}, a {@link List} of them, or null
     * @throws IllegalStateException if the server refused, or cannot be reached
     */
    public @Nullable Object command(String... words) {
        return address.command(words);
    }

    @Override
    public void close() {
        for (String key : keys()) {
            command("DEL", key);
        }
        LeftOvers.remove(this);
    }

    @Override
    public String toString() {
        return "the keys " + prefix + "* at " + address;
    }
}
