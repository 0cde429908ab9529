package io.onlyonce.broken.frame;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;

/** One connection to Redis, shared by all threads. */
public final class Redis implements AutoCloseable {
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    private Redis(RedisClient client) {
        this.client = client;
        this.connection = client.connect();
    }

    public static Redis open(String url) {
        return new Redis(RedisClient.create(url));
    }

    public RedisCommands<String, String> commands() {
        return connection.sync();
    }

    /** Another connection, of bytes. */
    public StatefulRedisConnection<byte[], byte[]> bytes() {
        return client.connect(ByteArrayCodec.INSTANCE);
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
