package io.onlyonce.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TestServersTest {
    static Stream<Arguments> servers() {
        Stream<Arguments> opted =
                TestServers.mysqlAskedFor() ? Stream.of(server("MySQL", TestServers::mysql)) : Stream.of();
        return Stream.concat(
                opted,
                Stream.of(
                        server("PostgreSQL", TestServers::postgres),
                        server("MariaDB", TestServers::mariadb),
                        server("H2", TestServers::h2),
                        server("embedded PostgreSQL", TestServers::privatePostgres),
                        server("embedded MariaDB", embedded(Vendor.MARIADB))));
    }

    private static Arguments server(String name, Supplier<TestDatabase> databases) {
        return Arguments.of(name, databases);
    }

    private static Supplier<TestDatabase> embedded(Vendor vendor) {
        return () -> EmbeddedForTests.of(vendor).newDatabase();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    @DisplayName("two databases share nothing")
    void shareNothing(String name, Supplier<TestDatabase> databases) {
        try (TestDatabase one = databases.get();
                TestDatabase two = databases.get()) {
            assertThat(one.url()).isNotEqualTo(two.url());
            one.execute("CREATE TABLE t (n INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            two.execute("CREATE TABLE t (n INT PRIMARY KEY)");
            assertThat(one.queryLong("SELECT COUNT(*) FROM t WHERE n = ?", 1)).isEqualTo(1);
            assertThat(two.queryLong("SELECT COUNT(*) FROM t")).isZero();
            assertThat(one.update("UPDATE t SET n = ? WHERE n = ?", 2, 1)).isEqualTo(1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    @DisplayName("a pool gives as many connections as it was asked for, and they are independent")
    void pool(String name, Supplier<TestDatabase> databases) throws SQLException {
        try (TestDatabase database = databases.get()) {
            database.execute("CREATE TABLE t (n INT PRIMARY KEY)");
            DataSource pool = database.dataSource(20);
            List<Connection> connections = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                connections.add(pool.getConnection());
            }
            try (Statement statement = connections.get(7).createStatement()) {
                connections.get(7).setAutoCommit(false);
                statement.execute("INSERT INTO t VALUES (1)");
                assertThat(database.queryLong("SELECT COUNT(*) FROM t")).isZero();
                connections.get(7).rollback();
            }
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    @DisplayName("closing drops the database, though a transaction in it is open; closing again does nothing")
    void closed(String name, Supplier<TestDatabase> databases) throws SQLException {
        TestDatabase database = databases.get();
        database.execute("CREATE TABLE t (n INT PRIMARY KEY)");
        Connection forgotten = database.unpooled().getConnection();
        forgotten.setAutoCommit(false);
        forgotten.createStatement().execute("INSERT INTO t VALUES (1)");
        Connection pooled = database.dataSource(2).getConnection();
        database.close();
        database.close();
        assertThatThrownBy(() -> database.queryLong("SELECT COUNT(*) FROM t"))
                .isInstanceOf(IllegalStateException.class);
        pooled.close();
        assertThatThrownBy(() -> forgotten.createStatement().execute("INSERT INTO t VALUES (2)"))
                .isInstanceOf(SQLException.class);
    }

    @Test
    @DisplayName("a MariaDB test database ignores case, accents and trailing blanks, as most deployed ones do")
    void lenientCollation() {
        try (TestDatabase database = TestServers.mariadb()) {
            assertLenient(database);
        }
    }

    @Test
    @OnMySql
    @DisplayName("a MySQL test database is MySQL 8 and ignores case, accents and trailing blanks")
    void mysql() {
        try (TestDatabase database = TestServers.mysql()) {
            assertLenient(database);
            assertThat(database.queryLong("SELECT VERSION() LIKE '8.%'")).isEqualTo(1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    @DisplayName("a statement that fails is told with its text and the server's words")
    void failure(String name, Supplier<TestDatabase> databases) {
        try (TestDatabase database = databases.get()) {
            assertThatThrownBy(() -> database.execute("SELECT 1 FROM no_such_table"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("no_such_table", database.url());
            assertThatThrownBy(() -> database.update("UPDATE no_such_table SET n = ?", 1))
                    .hasMessageContaining("no_such_table");
        }
    }

    private static void assertLenient(TestDatabase database) {
        database.execute("CREATE TABLE k (k VARCHAR(20))", "INSERT INTO k VALUES ('Kéy ')");
        assertThat(database.queryLong("SELECT COUNT(*) FROM k WHERE k = ?", "key"))
                .isEqualTo(1);
    }
}
