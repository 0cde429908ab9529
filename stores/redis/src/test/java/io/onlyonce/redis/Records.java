package io.onlyonce.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.onlyonce.record.RecordKey;
import io.onlyonce.token.TokenHash;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** A connection of a test class's own, a prefix for its records, and what the tests do to them from outside. */
final class Records implements AutoCloseable {
    private final RedisAccess access;
    private final RedisClusterCommands<byte[], byte[]> commands;
    private final RedisClusterAsyncCommands<byte[], byte[]> async;
    private final String prefix;
    private final Runnable close;

    private Records(
            RedisAccess access,
            RedisClusterCommands<byte[], byte[]> commands,
            RedisClusterAsyncCommands<byte[], byte[]> async,
            String prefix,
            Runnable close) {
        this.access = access.timeout(Duration.ofSeconds(20)); // the machine may be busy
        this.commands = commands;
        this.async = async;
        this.prefix = prefix;
        this.close = close;
    }

    static Records on(String uri, String prefix) {
        RedisClient client = RedisClient.create(uri);
        StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
        return new Records(
                RedisAccess.of(connection), connection.sync(), connection.async(), prefix, () -> shutdown(client));
    }

    private static void shutdown(RedisClient client) {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
    }

    static Records onCluster(String uri, String prefix) {
        RedisClusterClient client = RedisClusterClient.create(uri);
        StatefulRedisClusterConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
        return new Records(
                RedisAccess.of(connection),
                connection.sync(),
                connection.async(),
                prefix,
                () -> client.shutdown(Duration.ZERO, Duration.ofSeconds(5)));
    }

    RedisAccess access() {
        return access;
    }

    String prefix() {
        return prefix;
    }

    RedisRecordStore store() {
        return new RedisRecordStore(access, prefix);
    }

    RedisStepStore steps() {
        return new RedisStepStore(access, prefix);
    }

    RedisRecordMaintenance maintenance() {
        return new RedisRecordMaintenance(access, prefix);
    }

    /** Lets the record's retention be over. */
    void expire(RecordKey key) {
        commands.pexpireat(at(key), 1);
    }

    /** Moves the end of the claim's lease into the past. */
    void expireLease(RecordKey key) {
        set(key, "lease", "1");
    }

    void set(RecordKey key, String field, String value) {
        commands.hset(at(key), Bytes.of(field), Bytes.of(value));
    }

    String get(RecordKey key, String field) {
        return Bytes.text(commands.hget(at(key), Bytes.of(field)));
    }

    /** How long the key stays, in ms. */
    long timeToLive(RecordKey key) {
        return commands.pttl(at(key));
    }

    Map<byte[], byte[]> all(RecordKey key) {
        return commands.hgetall(at(key));
    }

    RedisTokenStore tokens() {
        return new RedisTokenStore(access, prefix);
    }

    RedisUsedMarks marks() {
        return new RedisUsedMarks(access, prefix);
    }

    /** Lets the token's life be over. */
    void expire(TokenHash token) {
        commands.pexpireat(at(token), 1);
    }

    /** How long the token or its mark stays, in ms. */
    long timeToLive(TokenHash token) {
        return commands.pttl(at(token));
    }

    Map<byte[], byte[]> all(TokenHash token) {
        return commands.hgetall(at(token));
    }

    byte[] at(TokenHash token) {
        return new Keys(prefix).of(token);
    }

    /** All keys, fields and values, as text and in hex. */
    String dump() {
        StringBuilder dump = new StringBuilder();
        for (byte[] key : keys()) {
            dump.append(Bytes.text(key)).append('\n');
            commands.hgetall(key)
                    .forEach((field, value) -> dump.append(Bytes.text(field))
                            .append(' ')
                            .append(new String(value, StandardCharsets.ISO_8859_1))
                            .append(' ')
                            .append(HexFormat.of().formatHex(value))
                            .append('\n'));
        }
        return dump.toString();
    }

    void put(RecordKey key, String text) {
        commands.set(at(key), Bytes.of(text));
    }

    /** µs since 1970, by Redis. */
    long now() {
        List<byte[]> time = commands.time();
        return Bytes.number(time.get(0)) * 1_000_000 + Bytes.number(time.get(1));
    }

    /** How many records there are; a released key's fence is none. */
    long count() {
        List<RedisFuture<Boolean>> answers = new ArrayList<>();
        for (byte[] key : keys()) {
            answers.add(async.hexists(key, Bytes.of("state")));
        }
        return answers.stream()
                .filter(answer -> answer.toCompletableFuture().join())
                .count();
    }

    List<byte[]> keys() {
        return commands.keys(Bytes.of(prefix + "*"));
    }

    void clear() {
        keys().forEach(commands::del);
    }

    byte[] at(RecordKey key) {
        return new Keys(prefix).of(key);
    }

    /** Closes the connection and leaves the records. */
    void disconnect() {
        close.run();
    }

    @Override
    public void close() {
        clear();
        disconnect();
    }
}
