package io.onlyonce.shop;

import io.onlyonce.testkit.server.PrivateRabbit;
import io.onlyonce.testkit.server.TestServers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The shop, and a RabbitMQ that goes away")
class RabbitAwayTest extends BrokerAwayTest {
    private final PrivateRabbit broker = TestServers.privateRabbit();

    @Override
    List<String> settings() {
        return List.of("spring.rabbitmq.host=" + broker.host(), "spring.rabbitmq.port=" + broker.port());
    }

    @Override
    void kill() {
        broker.kill();
    }

    @Override
    void restart() {
        broker.restart();
    }

    @AfterAll
    void leave() {
        broker.close();
    }
}
