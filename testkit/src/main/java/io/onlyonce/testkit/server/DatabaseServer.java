package io.onlyonce.testkit.server;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running server.
 *
 * @param vendor its make
 * @param address an account that may create databases
 * @param outlivesUs whether it goes on running after this JVM, so that databases left over there must be dropped
 */
record DatabaseServer(Vendor vendor, JdbcAddress address, boolean outlivesUs) {
    private static final Logger log = LoggerFactory.getLogger(DatabaseServer.class);

    TestDatabase newDatabase() {
        String name = randomName();
        address.execute(vendor.create(name));
        TestDatabase database = TestDatabase.open(address.withDatabase(name), () -> drop(name));
        if (outlivesUs) {
            LeftOvers.add(database);
        }
        return database;
    }

    private void drop(String name) {
        try (Connection connection = address.connect();
                Statement statement = connection.createStatement()) {
            List<Long> sessions = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery(vendor.sessions(name))) {
                while (rows.next()) {
                    sessions.add(rows.getLong(1));
                }
            }
            for (long session : sessions) {
                end(session, statement);
            }
            statement.execute("DROP DATABASE IF EXISTS " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("Could not drop " + name + " on " + address + ": " + e.getMessage(), e);
        }
    }

    private void end(long session, Statement statement) {
        try {
            statement.execute(vendor.end(session));
        } catch (SQLException e) {
            log.debug("Session {} has ended by itself: {}", session, e.getMessage());
        }
    }

    static String randomName() {
        return "onlyonce_"
                + UUID.randomUUID().toString().replace("-", "").substring(0, 16).toLowerCase(Locale.ROOT);
    }
}
