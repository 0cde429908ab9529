package io.onlyonce.redisson;

import io.onlyonce.lock.LockProvider;
import io.onlyonce.testkit.contract.FrozenHolder;
import io.onlyonce.testkit.contract.FrozenHolderContract;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.redisson.api.RedissonClient;

/** A frozen holder of a Redisson lock. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FrozenHolderTest extends FrozenHolderContract {
    private PrivateRedis redis;
    private RedissonClient client;

    @BeforeAll
    void open() {
        redis = TestServers.privateRedis();
        client = Clients.client(redis.uri());
    }

    @AfterAll
    void close() {
        client.shutdown();
        redis.close();
    }

    @Override
    protected LockProvider provider() {
        return new RedissonLockProvider(client, "shop:");
    }

    @Override
    protected Class<?> child() {
        return Child.class;
    }

    @Override
    protected String address() {
        return redis.uri();
    }

    /** The process that is frozen. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws Exception {
            RedissonClient client = Clients.client(arguments[6]);
            try {
                FrozenHolder.run(arguments, address -> new RedissonLockProvider(client, "shop:"));
            } finally {
                client.shutdown();
            }
        }
    }
}
