package io.onlyonce.shardingsphere;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** ShardingSphere over databases of MariaDB. */
class MariadbShardingSphereTest extends ShardingSphereSuite {
    @Override
    protected TestDatabase newDatabase() {
        return TestServers.mariadb();
    }
}
