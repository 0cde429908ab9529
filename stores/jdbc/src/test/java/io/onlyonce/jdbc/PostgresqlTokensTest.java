package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** Tokens on PostgreSQL. */
class PostgresqlTokensTest extends TokensSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.postgres();
    }
}
