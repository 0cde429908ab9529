package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import javax.sql.DataSource;

/** Tokens on MariaDB at READ COMMITTED. */
class MariadbReadCommittedTokensTest extends TokensSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.mariadb();
    }

    @Override
    DataSource sessions(DataSource pool) {
        return Sessions.with(pool, "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }
}
