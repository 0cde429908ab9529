package io.onlyonce.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.MisuseException;
import io.onlyonce.jdbc.StatementFailedException;
import io.onlyonce.jdbc.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A unique key as a backstop, on one database. */
abstract class UniqueKeySuite {
    private final Tables tables;

    UniqueKeySuite(Tables tables) {
        this.tables = tables;
    }

    @BeforeEach
    void table() {
        tables.database().execute("DROP TABLE IF EXISTS deduction_of");
        tables.database()
                .execute(
                        "CREATE TABLE deduction_of (id INT NOT NULL PRIMARY KEY, channel VARCHAR(20) NOT NULL,"
                                + " reference VARCHAR(60) NOT NULL, note VARCHAR(20), other VARCHAR(20) NOT NULL,"
                                + " CONSTRAINT uq_deduction_ref UNIQUE (channel, reference), CONSTRAINT uq_note UNIQUE (note))");
    }

    private SQLException failureOf(String sql) {
        try (Connection connection = tables.pool().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            return e;
        }
        throw new AssertionError("was not refused: " + sql);
    }

    private static String row(int id, String reference, String note) {
        return "INSERT INTO deduction_of VALUES (" + id + ", 'web', '" + reference + "', '" + note + "', 'x')";
    }

    @Test
    @DisplayName("B-22 it knows its own refusal, however deep it is wrapped, and no other key's")
    void refused() {
        UniqueKey key = UniqueKey.existing(tables.pool(), "deduction_of", "reference", "channel");
        UniqueKey primary = UniqueKey.existing(tables.pool(), "deduction_of", "ID");
        tables.database().execute(row(1, "r-1", "a"));
        SQLException duplicate = failureOf(row(2, "r-1", "b"));
        SQLException otherKey = failureOf(row(3, "r-3", "a"));
        SQLException samePrimary = failureOf(row(1, "r-4", "d"));
        assertThat(key.refused(new IllegalStateException(new StatementFailedException(duplicate))))
                .isTrue();
        assertThat(key.refused(otherKey)).isFalse();
        assertThat(key.refused(samePrimary)).isFalse();
        assertThat(primary.refused(samePrimary)).isTrue();
        assertThat(primary.refused(duplicate)).isFalse();
        assertThat(key.refused(new IllegalStateException("web-r-1 uq_deduction_ref")))
                .isFalse();
        assertThat(key.name()).isEqualTo("the unique key of deduction_of on reference, channel");
        assertThat(tables.count("SELECT COUNT(*) FROM deduction_of")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-23 what does not exist is refused when it is named: no key, a part of one, one that lets NULLs pass")
    void missing() {
        for (String[] columns : new String[][] {{"other"}, {"reference"}, {"note"}, {"nothing"}}) {
            assertThatThrownBy(() -> UniqueKey.existing(tables.pool(), "deduction_of", columns))
                    .as(columns[0])
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("no unique key of deduction_of on [" + columns[0] + "]");
        }
        assertThatThrownBy(() -> UniqueKey.existing(tables.pool(), "no_such_table", "id"))
                .isInstanceOf(MisuseException.class);
        assertThatThrownBy(() -> UniqueKey.existing(tables.pool(), "a b", "id"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
