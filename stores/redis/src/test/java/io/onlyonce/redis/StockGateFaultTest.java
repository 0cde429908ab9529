package io.onlyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the gate does when Redis is full or down. */
class StockGateFaultTest {

    static Stream<Arguments> servers() {
        return Stream.of(
                Arguments.of("installed", (FaultTest.Start) TestServers::privateRedis),
                Arguments.of("embedded", (FaultTest.Start) TestServers::embeddedRedis));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    @DisplayName("B-22 a full Redis holds nothing more; what is held can be ended")
    void full(String name, FaultTest.Start start) {
        try (PrivateRedis redis = start.with();
                Records records = Records.on(redis.uri(), "shop:")) {
            RedisStockGate gate = new RedisStockGate(records.access(), "shop:");
            gate.load("SKU-1", 10);
            gate.take("SKU-1", 2, "a");
            gate.take("SKU-1", 3, "b");
            redis.command("CONFIG", "SET", "maxmemory", "1");
            assertThatThrownBy(() -> gate.take("SKU-1", 1, "c")).isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> gate.load("SKU-2", 1)).isInstanceOf(StoreUnavailableException.class);
            gate.giveBack("SKU-1", "a");
            gate.settle("SKU-1", "b");
            redis.command("CONFIG", "SET", "maxmemory", "0");
            assertThat(gate.take("SKU-1", 8, "d")).isEqualTo(new Taking.TooLittle(7));
            assertThat(gate.take("SKU-1", 7, "d")).isEqualTo(new Taking.Taken());
        }
    }

    @Test
    @DisplayName("B-23 a Redis that is gone is told as unavailable; back and empty, it does not know the item")
    void down() {
        try (PrivateRedis redis = TestServers.privateRedis()) {
            RedisClient client = RedisClient.create(redis.uri());
            RedisAccess access = RedisAccess.of(client.connect(ByteArrayCodec.INSTANCE));
            new RedisStockGate(access.timeout(Duration.ofSeconds(20)), "shop:").load("SKU-1", 10);
            RedisStockGate gate = new RedisStockGate(access.timeout(Duration.ofMillis(500)), "shop:");
            redis.kill();
            assertThatThrownBy(() -> gate.take("SKU-1", 1, "a")).isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> gate.settle("SKU-1", "a")).isInstanceOf(StoreUnavailableException.class);
            redis.restart();
            try (Records again = Records.on(redis.uri(), "shop:")) {
                RedisStockGate reconnected = new RedisStockGate(again.access(), "shop:");
                assertThat(reconnected.take("SKU-1", 1, "b")).isEqualTo(new Taking.Unknown());
            }
            client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
    }
}
