package io.onlyonce.shop;

import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The shop on H2")
class H2ShopTest extends ShopTest {
    H2ShopTest() {
        super(TestServers.h2());
    }
}
