package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import javax.sql.DataSource;

/** The inbox on MariaDB at READ COMMITTED. */
class MariadbReadCommittedInboxTest extends InboxSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.mariadb();
    }

    @Override
    DataSource sessions(DataSource pool) {
        return Sessions.with(pool, "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }
}
