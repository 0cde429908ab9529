package io.onlyonce.shop;

import io.onlyonce.record.RecordId;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Checkouts on PostgreSQL and Redis")
class CheckoutOutcomeRedisTest extends CheckoutOutcomeTest {
    private final PrivateRedis redis = TestServers.privateRedis();

    CheckoutOutcomeRedisTest() {
        super(TestServers.postgres());
    }

    @Override
    List<String> settings() {
        return List.of("spring.data.redis.url=" + redis.uri());
    }

    @Override
    void lose(RecordId record) {
        redis.command("FLUSHALL");
    }

    @AfterAll
    void stopRedis() {
        redis.close();
    }
}
