package io.onlyonce.shop;

import io.onlyonce.shop.harness.RabbitSide;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The shop on PostgreSQL and RabbitMQ")
class RabbitShopTest extends BrokerShopTest {
    RabbitShopTest() {
        super(new RabbitSide(TestServers.rabbit()));
    }
}
