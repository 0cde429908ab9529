package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.Tag;

/** The inbox on MySQL 8. */
@Tag("mysql")
class MysqlInboxTest extends InboxSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.mysql();
    }
}
