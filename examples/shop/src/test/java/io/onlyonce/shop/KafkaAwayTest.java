package io.onlyonce.shop;

import io.onlyonce.testkit.server.PrivateKafka;
import io.onlyonce.testkit.server.TestServers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The shop, and a Kafka that goes away")
class KafkaAwayTest extends BrokerAwayTest {
    private final PrivateKafka broker = TestServers.privateKafka();

    @Override
    List<String> settings() {
        return List.of("spring.kafka.bootstrap-servers=" + broker.bootstrap());
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
