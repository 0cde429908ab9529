package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whoever chooses the value that is twice does not choose the constraint's name. On the real servers, through each driver. */
class UniqueViolationsPropertyTest {
    private static final List<TestDatabase> DATABASES = new ArrayList<>();
    private static final List<Connection> PLAIN = new ArrayList<>();
    private static final List<Connection> DUMPING = new ArrayList<>();
    private static final List<Connection> REWRITING = new ArrayList<>();

    @BeforeContainer
    static void open() throws SQLException {
        TestDatabase postgres = opened(TestServers.postgres());
        PLAIN.add(connect(postgres, postgres.url()));
        TestDatabase mariadb = opened(TestServers.mariadb());
        String mysql = mariadb.url().replace("jdbc:mariadb:", "jdbc:mysql:");
        PLAIN.add(connect(mariadb, mariadb.url()));
        PLAIN.add(connect(mariadb, mysql));
        DUMPING.add(connect(mariadb, with(mariadb.url(), "dumpQueriesOnException=true")));
        DUMPING.add(connect(mariadb, with(mysql, "dumpQueriesOnException=true")));
        REWRITING.add(connect(postgres, with(postgres.url(), "reWriteBatchedInserts=true")));
        REWRITING.add(connect(mariadb, with(mysql, "rewriteBatchedStatements=true")));
        REWRITING.add(connect(mariadb, with(mariadb.url(), "useBulkStmts=false")));
        TestDatabase h2 = opened(TestServers.h2());
        PLAIN.add(connect(h2, h2.url()));
    }

    private static TestDatabase opened(TestDatabase database) {
        DATABASES.add(database);
        database.execute(
                "CREATE TABLE forged (id INT, v VARCHAR(180), CONSTRAINT the_true_one UNIQUE (v), PRIMARY KEY (id))");
        return database;
    }

    private static String with(String url, String option) {
        return url + (url.contains("?") ? "&" : "?") + option;
    }

    private static Connection connect(TestDatabase database, String url) throws SQLException {
        Connection connection = DriverManager.getConnection(url, database.user(), database.password());
        connection.setAutoCommit(false);
        return connection;
    }

    @AfterContainer
    static void close() throws SQLException {
        for (Connection connection : PLAIN) {
            connection.close();
        }
        for (Connection connection : DUMPING) {
            connection.close();
        }
        for (Connection connection : REWRITING) {
            connection.close();
        }
        DATABASES.forEach(TestDatabase::close);
    }

    @Provide
    Arbitrary<String> values() {
        Arbitrary<String> pieces = Arbitraries.of(
                "'",
                "\"",
                "''",
                "\\",
                "\n",
                "\r\n",
                " for key ",
                "' for key 'PRIMARY'",
                "x' for key 'forged.PRIMARY'",
                "'\nQuery is: ",
                "'\n\nQuery being executed when exception was thrown:\n",
                "Duplicate entry '",
                "(conn=1) ",
                "violates unique constraint \"other\"",
                "\"PUBLIC.OTHER INDEX PUBLIC.OTHER ON PUBLIC.T(A) VALUES (",
                "PRIMARY KEY ON ",
                " ON ",
                "*/",
                "%s{0}",
                "é",
                "支付",
                "\uD83D\uDE00",
                "«»");
        Arbitrary<String> letters = Arbitraries.strings().alpha().numeric().ofMaxLength(5);
        return Arbitraries.oneOf(pieces, letters).list().ofMaxSize(8).map(parts -> {
            String all = String.join("", parts);
            return all.substring(0, all.offsetByCodePoints(0, Math.min(180, all.codePointCount(0, all.length()))));
        });
    }

    @Property(tries = 400)
    @Label(
            "B-19 Any value twice: the constraint's own name; unknown only where MariaDB's message can be read in two ways")
    void anyValue(@ForAll("values") String value) throws SQLException {
        for (Connection connection : PLAIN) {
            Optional<String> name = nameAfterDuplicate(connection, value);
            if (name.isEmpty()) {
                assertThat(connection.getMetaData().getURL()).startsWith("jdbc:m");
                assertThat(value)
                        .containsAnyOf("'\nQuery is: ", "'\n\nQuery being executed when exception was thrown:\n");
            } else {
                assertThat(name.get()).isEqualToIgnoringCase("the_true_one");
            }
        }
    }

    @Property(tries = 400)
    @Label("B-19 The same where the drivers show the statement behind the message: never another name")
    void anyValueDumped(@ForAll("values") String value) throws SQLException {
        for (Connection connection : DUMPING) {
            Optional<String> name = nameAfterDuplicate(connection, value);
            if (!value.contains("'") && !value.contains("\n")) {
                assertThat(name).contains("the_true_one");
            }
            name.ifPresent(it -> assertThat(it).isEqualTo("the_true_one"));
        }
    }

    private static Optional<String> nameAfterDuplicate(Connection connection, String value) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO forged (id, v) VALUES (?, ?)")) {
            insert(insert, 1, value);
            SQLException failure = catchThrowableOfType(SQLException.class, () -> insert(insert, 2, value));
            assertThat(UniqueViolations.isOf(failure, "PRIMARY")).isFalse();
            assertThat(UniqueViolations.isOf(failure, "other")).isFalse();
            return UniqueViolations.constraintOf(failure);
        } finally {
            connection.rollback();
        }
    }

    private static void insert(PreparedStatement insert, int id, String value) throws SQLException {
        insert.setInt(1, id);
        insert.setString(2, value);
        insert.executeUpdate();
    }

    @Property(tries = 100)
    @Label("B-20 In a batch, whose exception shows the values: the same, rewritten or not")
    void anyValueInBatch(@ForAll("values") String value) throws SQLException {
        for (Connection connection : PLAIN) {
            batch(connection, value);
        }
        for (Connection connection : REWRITING) {
            batch(connection, value);
        }
    }

    private static void batch(Connection connection, String value) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO forged (id, v) VALUES (?, ?)")) {
            for (int id = 1; id <= 3; id++) {
                insert.setInt(1, id);
                insert.setString(2, id == 2 ? "between" : value);
                insert.addBatch();
            }
            SQLException failure = catchThrowableOfType(SQLException.class, insert::executeBatch);
            Optional<String> name = UniqueViolations.constraintOf(failure);
            name.ifPresent(it -> assertThat(it).isEqualToIgnoringCase("the_true_one"));
            if (!value.contains("\n")) {
                assertThat(name).isPresent();
            }
        } finally {
            connection.rollback();
        }
    }

    @Property(tries = 1)
    @Label("B-19 NOT NULL, CHECK, foreign key and length are no duplicates on any server")
    void otherRules() throws SQLException {
        for (Connection connection : PLAIN) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE parent" + PLAIN.indexOf(connection) + " (id INT PRIMARY KEY)");
                statement.execute("CREATE TABLE rules" + PLAIN.indexOf(connection)
                        + " (a VARCHAR(3) NOT NULL, b INT, p INT, CONSTRAINT rule_b CHECK (b < 5),"
                        + " CONSTRAINT rule_p" + PLAIN.indexOf(connection) + " FOREIGN KEY (p) REFERENCES parent"
                        + PLAIN.indexOf(connection) + " (id))");
                connection.commit();
                for (String values : List.of("(NULL, 1, NULL)", "('a', 9, NULL)", "('a', 1, 7)", "('abcd', 1, NULL)")) {
                    SQLException failure = catchThrowableOfType(
                            SQLException.class,
                            () -> statement.execute(
                                    "INSERT INTO rules" + PLAIN.indexOf(connection) + " VALUES " + values));
                    assertThat((Throwable) failure).as(values).isNotNull();
                    assertThat(UniqueViolations.isAny(failure)).as(values).isFalse();
                    connection.rollback();
                }
            }
        }
    }
}
