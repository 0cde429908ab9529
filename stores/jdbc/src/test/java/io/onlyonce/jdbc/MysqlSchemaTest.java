package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.Tag;

/** Making and checking the tables on MySQL 8. */
@Tag("mysql")
class MysqlSchemaTest extends SchemaSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.mysql();
    }

    @Override
    String dropIndex() {
        return "DROP INDEX onlyonce_record_expires_at ON onlyonce_record";
    }

    @Override
    String dropFences() {
        return "DROP TABLE onlyonce_fence";
    }

    @Override
    String someId() {
        return "REPEAT('a', 16)";
    }
}
