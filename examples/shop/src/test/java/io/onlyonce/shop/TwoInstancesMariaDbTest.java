package io.onlyonce.shop;

import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Two shops on one MariaDB behave as one")
class TwoInstancesMariaDbTest extends TwoInstancesTest {
    TwoInstancesMariaDbTest() {
        super(TestServers.mariadb());
    }
}
