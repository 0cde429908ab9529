package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** The inbox on PostgreSQL. */
class PostgresqlInboxTest extends InboxSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.postgres();
    }
}
