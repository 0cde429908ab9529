package io.onlyonce.redisson;

import io.onlyonce.lock.LockName;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Two instances of an application on one Redis, and what the tests do to their locks from outside. */
final class Clients implements AutoCloseable {
    private final RedissonClient one;
    private final RedissonClient two;
    private final String prefix;
    private final Function<String[], @Nullable Object> redis;

    Clients(String uri, String prefix, Function<String[], @Nullable Object> redis) {
        this.one = client(uri);
        this.two = client(uri);
        this.prefix = prefix;
        this.redis = redis;
    }

    /** A client that waits long for its answers, because the machine may be busy, and whose watchdog, if it ran, would keep a lock alive. */
    static RedissonClient client(String uri) {
        return client(uri, Duration.ofSeconds(20));
    }

    /** The same, giving up after this time. */
    static RedissonClient client(String uri, Duration timeout) {
        Config config = new Config();
        config.setThreads(4);
        config.setNettyThreads(4);
        config.setLockWatchdogTimeout(300);
        config.useSingleServer()
                .setAddress(uri)
                .setConnectionMinimumIdleSize(2)
                .setConnectionPoolSize(20)
                .setTimeout((int) timeout.toMillis())
                .setRetryAttempts(0);
        return Redisson.create(config);
    }

    List<RedissonLockProvider> providers() {
        return List.of(new RedissonLockProvider(one, prefix), new RedissonLockProvider(two, prefix));
    }

    RedissonClient one() {
        return one;
    }

    String key(LockName name) {
        return LockKeys.of(prefix, name).lock();
    }

    /** Ends the lock as its time to live does. */
    void expire(LockName name) {
        command("DEL", key(name));
    }

    @Nullable
    Object command(String... words) {
        return redis.apply(words);
    }

    @Override
    public void close() {
        one.shutdown();
        two.shutdown();
        if (command("KEYS", "redisson_lock_token:" + prefix + "*") instanceof List<?> fences) {
            fences.forEach(fence -> command("DEL", String.valueOf(fence)));
        }
    }
}
