package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** Sharded operations through databases of MariaDB. */
class MariadbShardTest extends ShardSuite {
    @Override
    protected TestDatabase newDatabase() {
        return TestServers.mariadb();
    }
}
