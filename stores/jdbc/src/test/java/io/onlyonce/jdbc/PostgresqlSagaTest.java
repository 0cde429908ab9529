package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** Sagas through two databases of PostgreSQL. */
class PostgresqlSagaTest extends SagaSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.postgres();
    }
}
