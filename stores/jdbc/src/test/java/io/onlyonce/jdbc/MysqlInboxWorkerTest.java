package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;

/** The inbox's worker on MySQL 8. */
@Tag("mysql")
class MysqlInboxWorkerTest extends InboxWorkerSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.mysql();
    }

    @Override
    void kill(Connection connection, TestDatabase database) throws SQLException {
        database.execute("KILL " + number(connection, "SELECT CONNECTION_ID()"));
    }
}
