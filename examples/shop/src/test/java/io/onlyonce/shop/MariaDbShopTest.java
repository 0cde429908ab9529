package io.onlyonce.shop;

import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The shop on MariaDB")
class MariaDbShopTest extends ShopTest {
    MariaDbShopTest() {
        super(TestServers.mariadb());
    }
}
