package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import org.junit.jupiter.api.Tag;

/** Locks on MySQL 8. */
@Tag("mysql")
class MysqlLocksTest extends LocksSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.mysql();
    }

    @Override
    String timeZone(String offset) {
        return "SET SESSION time_zone = '" + offset + "'";
    }
}
