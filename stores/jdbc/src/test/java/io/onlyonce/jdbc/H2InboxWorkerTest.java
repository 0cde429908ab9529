package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The inbox's worker on H2. */
class H2InboxWorkerTest extends InboxWorkerSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.h2();
    }

    /** A pool would hand a killed one out again: it doesn't know H2's error for it. */
    @Override
    DataSource sessions(TestDatabase database) {
        return database.unpooled();
    }

    @Override
    void kill(Connection connection, TestDatabase database) throws SQLException {
        connection.close();
    }
}
