package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** Sharded operations through databases of PostgreSQL. */
class PostgresqlShardTest extends ShardSuite {
    @Override
    protected TestDatabase newDatabase() {
        return TestServers.postgres();
    }
}
