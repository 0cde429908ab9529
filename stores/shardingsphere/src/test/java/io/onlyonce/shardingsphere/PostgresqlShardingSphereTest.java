package io.onlyonce.shardingsphere;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** ShardingSphere over databases of PostgreSQL. */
class PostgresqlShardingSphereTest extends ShardingSphereSuite {
    @Override
    protected TestDatabase newDatabase() {
        return TestServers.postgres();
    }
}
