package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

class H2SideBySideTest extends SideBySideSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.h2();
    }
}
