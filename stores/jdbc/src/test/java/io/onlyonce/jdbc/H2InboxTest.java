package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** The inbox on H2. */
class H2InboxTest extends InboxSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.h2();
    }
}
