package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** Sagas through two databases of MariaDB. */
class MariadbSagaTest extends SagaSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.mariadb();
    }
}
