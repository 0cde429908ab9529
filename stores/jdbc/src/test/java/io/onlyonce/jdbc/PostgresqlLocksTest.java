package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** Locks on PostgreSQL. */
class PostgresqlLocksTest extends LocksSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.postgres();
    }

    @Override
    String timeZone(String offset) {
        return "SET TIME ZONE INTERVAL '" + offset + "' HOUR TO MINUTE";
    }
}
