package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.Tag;

/** Tokens on MySQL 8. */
@Tag("mysql")
class MysqlTokensTest extends TokensSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.mysql();
    }
}
