package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** A frozen holder on MariaDB. */
class MariadbFrozenHolderTest extends FrozenHolderSuite {
    @Override
    protected TestDatabase newDatabase() {
        return TestServers.mariadb();
    }
}
