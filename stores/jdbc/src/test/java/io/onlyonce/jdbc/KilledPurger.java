package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.testkit.ChildJvm;
import io.onlyonce.testkit.server.TestDatabase;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;

/** A purger in another JVM, which is killed in the middle of a batch. */
final class KilledPurger {
    private static final int BATCH = 20;
    private static final String NEXT_BATCH = "batch";
    private static final String ALL_GONE = "all gone";
    private static final Duration DEADLINE = Duration.ofMinutes(1);
    private static final Duration OFTEN = Duration.ofMillis(3);

    private final Tables tables;
    private final Questions questions;

    /**
     * What the server is asked about a session.
     *
     * @param id the number of the one that asks
     * @param deleting whether the session of this number is in the middle of a deletion: 1 or 0
     * @param connected whether there is a session of this number: 1 or 0
     */
    record Questions(String id, String deleting, String connected) {}

    KilledPurger(Tables tables, Questions questions) {
        this.tables = tables;
        this.questions = questions;
    }

    /** Lets it purge, kills it in its batch of this number or in the next, and waits until the server has noticed. */
    void run(int batches) throws Exception {
        TestDatabase database = tables.database();
        long session;
        try (ChildJvm child =
                ChildJvm.start(Child.class, database.url(), database.user(), database.password(), questions.id())) {
            session = Long.parseLong(child.hear());
            for (int batch = 0; batch < batches; batch++) {
                assertThat(child.hear()).isEqualTo(NEXT_BATCH);
            }
            until(questions.deleting(), session, 1);
        } // SIGKILL
        until(questions.connected(), session, 0);
    }

    private void until(String question, long session, long answer) {
        await().atMost(DEADLINE)
                .pollDelay(Duration.ZERO)
                .pollInterval(OFTEN)
                .until(() -> tables.count(question, session) == answer);
    }

    /** The process that is killed. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws Exception {
            try (ChildJvm.Line parent = ChildJvm.toParent(arguments);
                    Connection connection = DriverManager.getConnection(arguments[1], arguments[2], arguments[3])) {
                parent.say(String.valueOf(session(connection, arguments[4])));
                JdbcRecordMaintenance maintenance = new JdbcRecordMaintenance(always(connection));
                do {
                    parent.say(NEXT_BATCH);
                } while (maintenance.purgeExpired(BATCH) > 0);
                parent.say(ALL_GONE);
            }
        }

        private static long session(Connection connection, String question) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(question)) {
                row.next();
                return row.getLong(1);
            }
        }

        /** A pool of this one connection; a real pool would take longer to start than all the rest. */
        private static DataSource always(Connection connection) {
            Connection open = proxy(
                    Connection.class,
                    (self, method, arguments) ->
                            method.getName().equals("close") ? null : method.invoke(connection, arguments));
            return proxy(DataSource.class, (self, method, arguments) -> open);
        }

        private static <T> T proxy(Class<T> type, InvocationHandler handler) {
            return type.cast(Proxy.newProxyInstance(Child.class.getClassLoader(), new Class<?>[] {type}, handler));
        }
    }
}
