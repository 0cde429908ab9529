package io.onlyonce.shop;

import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The shop on PostgreSQL")
class PostgreSqlShopTest extends ShopTest {
    PostgreSqlShopTest() {
        super(TestServers.postgres());
    }
}
