package io.onlyonce.redisson;

import io.onlyonce.testkit.server.TestRedis;
import io.onlyonce.testkit.server.TestServers;

/** Locks on the shared Redis. */
class SharedRedisTest extends LocksSuite {
    private TestRedis redis;

    @Override
    Clients start() {
        redis = TestServers.redis();
        return new Clients(redis.uri(), redis.prefix(), redis::command);
    }

    @Override
    void stop() {
        redis.close();
    }
}
