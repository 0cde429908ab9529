package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** Making and checking the tables on PostgreSQL. */
class PostgresqlSchemaTest extends SchemaSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.postgres();
    }

    @Override
    String dropIndex() {
        return "DROP INDEX onlyonce_record_expires_at";
    }

    @Override
    String dropFences() {
        return "DROP SEQUENCE onlyonce_fence";
    }
}
