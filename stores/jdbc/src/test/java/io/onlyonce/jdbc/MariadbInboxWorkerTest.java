package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import java.sql.SQLException;

/** The inbox's worker on MariaDB at REPEATABLE READ, its default. */
class MariadbInboxWorkerTest extends InboxWorkerSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.mariadb();
    }

    @Override
    void kill(Connection connection, TestDatabase database) throws SQLException {
        database.execute("KILL " + number(connection, "SELECT CONNECTION_ID()"));
    }
}
