package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import javax.sql.DataSource;

/** Locks on MariaDB at REPEATABLE READ, its default. */
class MariadbLocksTest extends LocksSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.mariadb();
    }

    @Override
    String timeZone(String offset) {
        return "SET SESSION time_zone = '" + offset + "'";
    }

    @Override
    DataSource sessions(DataSource pool) {
        return Sessions.with(pool, "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    }
}
