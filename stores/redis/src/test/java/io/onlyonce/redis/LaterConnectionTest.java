package io.onlyonce.redis;

import static io.onlyonce.redis.CasesSuite.KEY;
import static io.onlyonce.redis.CasesSuite.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.record.Claim;
import io.onlyonce.testkit.server.TestRedis;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A connection that is made after the store. */
class LaterConnectionTest {
    @Test
    @DisplayName("B-23 while there is no connection each verb is refused as unavailable; once there is one, all work")
    void later() {
        AtomicReference<StatefulConnection<byte[], byte[]>> made = new AtomicReference<>();
        try (TestRedis redis = TestServers.redis()) {
            RedisClient client = RedisClient.create(redis.uri());
            RedisAccess access = RedisAccess.of(() -> {
                StatefulConnection<byte[], byte[]> connection = made.get();
                if (connection == null) {
                    throw new RedisConnectionException("not yet");
                }
                return connection;
            });
            RedisRecordStore store = new RedisRecordStore(access, redis.prefix());
            assertThatThrownBy(() -> store.claim(request(KEY)))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("not yet");
            assertThatThrownBy(() -> RedisSafety.check(access)).isInstanceOf(StoreUnavailableException.class);
            made.set(client.connect(ByteArrayCodec.INSTANCE));
            assertThat(store.claim(request(KEY))).isInstanceOf(Claim.Claimed.class);
            assertThat(store.claim(request(KEY))).isInstanceOf(Claim.InProgress.class);
            assertThat(redis.keys()).hasSize(1);
            RedisSafety.check(access);
            client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
    }
}
