package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import javax.sql.DataSource;

/** The inbox on MariaDB at REPEATABLE READ, its default. */
class MariadbInboxTest extends InboxSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.mariadb();
    }

    @Override
    DataSource sessions(DataSource pool) {
        return Sessions.with(pool, "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    }
}
