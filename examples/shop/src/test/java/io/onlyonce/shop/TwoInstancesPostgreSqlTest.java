package io.onlyonce.shop;

import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Two shops on one PostgreSQL behave as one")
class TwoInstancesPostgreSqlTest extends TwoInstancesTest {
    TwoInstancesPostgreSqlTest() {
        super(TestServers.postgres());
    }
}
