package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;

/** Making and checking the tables on H2. */
class H2SchemaTest extends SchemaSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.h2();
    }

    @Override
    String dropIndex() {
        return "DROP INDEX onlyonce_record_expires_at";
    }

    @Override
    String dropFences() {
        return "DROP SEQUENCE onlyonce_fence";
    }

    @Override
    String someBytes() {
        return "X'00'";
    }
}
