package io.onlyonce.jdbc;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The inbox's worker on PostgreSQL. */
class PostgresqlInboxWorkerTest extends InboxWorkerSuite {
    @Override
    TestDatabase newDatabase() {
        return TestServers.postgres();
    }

    /** It looks for deadlocks after a second only. */
    @Override
    DataSource sessions(TestDatabase database) {
        return Sessions.with(super.sessions(database), "SET deadlock_timeout = '10ms'");
    }

    @Override
    void kill(Connection connection, TestDatabase database) throws SQLException {
        database.execute("SELECT pg_terminate_backend(" + number(connection, "SELECT pg_backend_pid()") + ")");
    }
}
