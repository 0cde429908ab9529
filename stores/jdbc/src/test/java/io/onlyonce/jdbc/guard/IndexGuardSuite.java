package io.onlyonce.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.onlyonce.error.MisuseException;
import io.onlyonce.jdbc.StatementFailedException;
import io.onlyonce.jdbc.Tables;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The check for missing indexes on one database, with empty, tiny and larger tables. */
abstract class IndexGuardSuite {
    private final Tables tables;
    private final IndexGuard guard;
    private final boolean h2;

    IndexGuardSuite(Tables tables) {
        this.tables = tables;
        this.guard = new IndexGuard(tables.pool());
        this.h2 = tables.database().url().startsWith("jdbc:h2");
    }

    @BeforeEach
    void freshTables() {
        tables.database()
                .execute(
                        "DROP TABLE IF EXISTS guarded",
                        "DROP TABLE IF EXISTS other",
                        "CREATE TABLE guarded (id INT NOT NULL PRIMARY KEY, a INT, b INT, c INT)",
                        "CREATE TABLE other (id INT NOT NULL PRIMARY KEY, a INT, v INT)");
    }

    private void fill(int rows) throws SQLException {
        try (Connection connection = tables.pool().getConnection()) {
            connection.setAutoCommit(false);
            for (String insert : new String[] {
                "INSERT INTO guarded (id, a, b, c) VALUES (?, ?, ?, 0)", "INSERT INTO other (id, a, v) VALUES (?, ?, ?)"
            }) {
                try (PreparedStatement statement = connection.prepareStatement(insert)) {
                    for (int i = 1; i <= rows; i++) {
                        statement.setInt(1, i);
                        statement.setInt(2, i % 97);
                        statement.setInt(3, i % 89);
                        statement.addBatch();
                    }
                    statement.executeBatch();
                }
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    private void assertMissing(String statement, Object... parameters) {
        assertThatThrownBy(() -> guard.check(statement, parameters))
                .as(statement)
                .isInstanceOf(MissingIndexException.class);
    }

    private void assertServed(String statement, Object... parameters) {
        assertThatCode(() -> guard.check(statement, parameters)).as(statement).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5000})
    @DisplayName(
            "SELECT FOR UPDATE, UPDATE, DELETE: refused without the index, served with it, whatever is in the table")
    void oneTable(int rows) throws SQLException {
        fill(rows);
        String select = "SELECT * FROM guarded WHERE a = ? FOR UPDATE";
        String update = "UPDATE guarded SET c = ? WHERE a = ? AND b = 1";
        String delete = "DELETE FROM guarded WHERE a = ?";
        String in = "UPDATE guarded SET c = 1 WHERE a IN (?, ?, ?)";
        String range = "SELECT * FROM guarded WHERE a > ? AND a < ? FOR UPDATE";
        assertMissing(select, 5);
        assertMissing(update, 1, 5);
        assertMissing(delete, 5);
        assertMissing(in, 1, 2, 3);
        assertMissing(range, 4, 80);
        tables.database().execute("CREATE INDEX guarded_a ON guarded (a)");
        assertServed(select, 5);
        assertServed(update, 1, 5);
        assertServed(delete, 5);
        assertServed(in, 1, 2, 3);
        assertServed(range, 4, 80);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5000})
    @DisplayName(
            "the primary key serves, an index on another column does not, and neither does a whole-table statement")
    void wrongIndex(int rows) throws SQLException {
        fill(rows);
        tables.database().execute("CREATE INDEX guarded_b ON guarded (b)");
        assertServed("UPDATE guarded SET c = 1 WHERE id = ? AND a = ?", 2, 3);
        assertServed("SELECT * FROM guarded WHERE id = ? FOR UPDATE", 2);
        assertServed("DELETE FROM guarded WHERE id = ?", 2);
        assertMissing("SELECT * FROM guarded WHERE a = ? FOR UPDATE", 5);
        assertMissing("UPDATE guarded SET c = 1");
        assertMissing("DELETE FROM guarded WHERE a = ?", 5);
        assertMissing("SELECT id FROM guarded ORDER BY id FOR UPDATE");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5000})
    @DisplayName("an OR needs an index on each side")
    void or(int rows) throws SQLException {
        fill(rows);
        String select = "SELECT * FROM guarded WHERE a = ? OR b = ? FOR UPDATE";
        String update = "UPDATE guarded SET c = 1 WHERE a = ? OR b = ?";
        String delete = "DELETE FROM guarded WHERE a = ? OR b = ?";
        tables.database().execute("CREATE INDEX guarded_a ON guarded (a)");
        assertMissing(select, 5, 2);
        assertMissing(update, 5, 2);
        assertMissing(delete, 5, 2);
        tables.database().execute("CREATE INDEX guarded_b ON guarded (b)");
        if (h2) { // it never uses two indexes for one table
            assertMissing(select, 5, 2);
            return;
        }
        assertServed(select, 5, 2);
        assertServed(update, 5, 2);
        assertServed(delete, 5, 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5000})
    @DisplayName("a join needs an index for each table")
    void joins(int rows) throws SQLException {
        fill(rows);
        String join = "SELECT g.c FROM guarded g JOIN other o ON o.a = g.a WHERE g.a = ? FOR UPDATE";
        String byKey = "SELECT g.c FROM guarded g JOIN other o ON o.id = g.b WHERE g.a = ? FOR UPDATE";
        assertMissing(join, 1);
        assertMissing(byKey, 1);
        tables.database().execute("CREATE INDEX guarded_a ON guarded (a)");
        assertMissing(join, 1);
        assertServed(byKey, 1);
        tables.database().execute("CREATE INDEX other_a ON other (a)");
        assertServed(join, 1);
        assertMissing("SELECT g.c FROM guarded g JOIN other o ON o.a = g.a WHERE o.v = ? FOR UPDATE", 1);
    }

    @Test
    @DisplayName(
            "the message names statement, table, plan and remedy; nothing was executed, and the session is as it was")
    void message() throws SQLException {
        fill(3);
        String delete = "DELETE FROM guarded WHERE a = ?";
        MissingIndexException failure = catchThrowableOfType(MissingIndexException.class, () -> guard.check(delete, 1));
        assertThat(failure.statement()).isEqualTo(delete);
        assertThat(failure.table()).containsIgnoringCase("guarded");
        assertThat(failure)
                .hasMessageContaining(delete)
                .hasMessageContaining("Create an index")
                .hasMessageContaining(failure.table())
                .hasMessageContaining(failure.plan());
        assertThat(tables.count("SELECT COUNT(*) FROM guarded")).isEqualTo(3);
        try (Connection connection = tables.pool().getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ANALYZE DELETE FROM guarded",
                "(ANALYZE) DELETE FROM guarded",
                "ANALYZE SELECT 1",
                "INSERT INTO guarded (id) VALUES (1)",
                "SELECT 1; DELETE FROM guarded",
                "DELETE FROM guarded WHERE a = ?",
            })
    @DisplayName("what EXPLAIN might execute, what does not look for rows, and a parameter too few are refused")
    void refuses(String statement) throws SQLException {
        fill(3);
        assertThatThrownBy(() -> guard.check(statement)).isInstanceOf(MisuseException.class);
        assertThat(tables.count("SELECT COUNT(*) FROM guarded")).isEqualTo(3);
    }

    @Test
    @DisplayName("a statement that the database cannot plan is its own error")
    void notPlanned() {
        assertThatThrownBy(() -> guard.check("SELECT * FROM nowhere WHERE id = 1"))
                .isInstanceOf(StatementFailedException.class);
    }
}
