package io.onlyonce.shop;

import io.onlyonce.shop.harness.KafkaSide;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The shop on PostgreSQL and Kafka")
class KafkaShopTest extends BrokerShopTest {
    KafkaShopTest() {
        super(new KafkaSide(TestServers.kafka()));
    }
}
