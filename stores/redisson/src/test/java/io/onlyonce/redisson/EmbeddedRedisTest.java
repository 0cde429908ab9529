package io.onlyonce.redisson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onlyonce.error.LockLostException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.lock.Grant;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockTerms;
import io.onlyonce.lock.Locks;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** Locks on the embedded Redis 6.2, which can also be killed. */
class EmbeddedRedisTest extends LocksSuite {
    private PrivateRedis redis;

    @Override
    Clients start() {
        redis = TestServers.embeddedRedis();
        return new Clients(redis.uri(), "shop:", redis::command);
    }

    @Override
    void stop() {
        redis.close();
    }

    @Test
    @DisplayName("B-23 Redis is gone: nothing is granted, the caller and the holder are told")
    void down() throws Exception {
        try (PrivateRedis mortal = TestServers.embeddedRedis()) {
            RedissonClient client = Clients.client(mortal.uri(), Duration.ofSeconds(1));
            try {
                RedissonLockProvider provider = new RedissonLockProvider(client, "shop:");
                Locks locks = new Locks(provider, new MemoryTransactions());
                LockName name = new LockName("account/1");
                locks.run(name, new LockTerms(Duration.ZERO, Duration.ofSeconds(1)), lock -> {
                    lock.mustBeHeld();
                    mortal.kill();
                    await().atMost(Duration.ofMinutes(1)).until(lock::isLost);
                    assertThatThrownBy(lock::mustBeHeld).isInstanceOf(LockLostException.class);
                    Grant grant = new Grant(name, "one", lock.fence());
                    Duration lease = Duration.ofMinutes(1);
                    assertThatThrownBy(() -> provider.tryAcquire(name, "one", lease))
                            .isInstanceOf(StoreUnavailableException.class);
                    assertThatThrownBy(() -> provider.renew(grant, lease))
                            .isInstanceOf(StoreUnavailableException.class);
                    return true;
                });
            } finally {
                client.shutdown();
            }
            assertThatThrownBy(() -> new RedissonLockProvider(client, "shop:")
                            .tryAcquire(new LockName("account/1"), "one", Duration.ofMinutes(1)))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThat(client.isShutdown()).isTrue();
        }
    }
}
