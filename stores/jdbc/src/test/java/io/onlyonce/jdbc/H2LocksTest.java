package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** Locks on H2. */
class H2LocksTest extends LocksSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.h2();
    }

    @Override
    String timeZone(String offset) {
        return "SET TIME ZONE '" + offset + "'";
    }
}
