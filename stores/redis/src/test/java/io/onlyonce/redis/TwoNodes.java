package io.onlyonce.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.onlyonce.OnlyOnce;
import io.onlyonce.probe.Probe;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Two instances of an application over one Redis, each with an engine and a connection of its own. */
final class TwoNodes implements AutoCloseable {
    static final String PREFIX = "shop:";
    /** Short, so that many calls meet a Redis that is down. */
    private static final Duration TIMEOUT = Duration.ofMillis(300);

    /** Threads for the JVM's life; they reconnect at once. */
    private static final ClientResources RESOURCES = ClientResources.builder()
            .reconnectDelay(Delay.constant(Duration.ofMillis(20)))
            .build();

    private final List<RedisClient> clients;
    private final List<RedisAccess> accesses;
    private final List<OnlyOnce> engines;

    TwoNodes(String uri, Probe probe) {
        clients = Stream.generate(() -> RedisClient.create(RESOURCES, uri))
                .limit(2)
                .toList();
        clients.forEach(client -> client.setOptions(
                ClientOptions.builder().requestQueueSize(10_000).build()));
        accesses = clients.stream()
                .map(client ->
                        RedisAccess.of(client.connect(ByteArrayCodec.INSTANCE)).timeout(TIMEOUT))
                .toList();
        engines = accesses.stream()
                .map(access -> OnlyOnce.leased(new RedisRecordStore(access, PREFIX), probe))
                .toList();
    }

    OnlyOnce node(int number) {
        return engines.get(number % engines.size());
    }

    RedisRecordMaintenance maintenance() {
        return new RedisRecordMaintenance(accesses.get(0).timeout(Duration.ofSeconds(20)), PREFIX);
    }

    @Override
    public void close() {
        clients.forEach(client -> client.shutdown(Duration.ZERO, Duration.ofSeconds(5)));
    }
}
