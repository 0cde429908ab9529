package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** Making and checking the tables on MariaDB. */
class MariadbSchemaTest extends SchemaSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.mariadb();
    }

    @Override
    String dropIndex() {
        return "DROP INDEX onlyonce_record_expires_at ON onlyonce_record";
    }

    @Override
    String dropFences() {
        return "DROP SEQUENCE onlyonce_fence";
    }

    @Override
    String someId() {
        return "REPEAT('a', 16)";
    }
}
