package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

class PostgresqlSideBySideTest extends SideBySideSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.postgres();
    }
}
