package io.onlyonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CountingDataSourceTest {
    private final TestDatabase database = TestServers.h2();
    private final CountingDataSource counting = new CountingDataSource(database.unpooled());

    @BeforeEach
    void table() {
        database.execute("CREATE TABLE t (n INT PRIMARY KEY)");
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    @DisplayName("statements are counted with their texts, prepared or not; a batch is one")
    void statements() throws SQLException {
        try (Connection connection = counting.dataSource().getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
            statement.execute("INSERT INTO t VALUES (1)");
            insert.setInt(1, 2);
            assertThat(insert.executeUpdate()).isEqualTo(1);
            insert.setInt(1, 3);
            insert.addBatch();
            insert.setInt(1, 4);
            insert.addBatch();
            insert.executeBatch();
            assertThat(statement.getConnection()).isSameAs(connection);
        }
        assertThat(counting.statements())
                .containsExactly("INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (?)", "INSERT INTO t VALUES (?)");
        assertThat(counting.statementsExecuted()).isEqualTo(3);
        assertThat(database.queryLong("SELECT COUNT(*) FROM t")).isEqualTo(4);
    }

    @Test
    @DisplayName("commits and rollbacks are counted; rolling back to a savepoint is none")
    void ends() throws SQLException {
        try (Connection connection = counting.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            Savepoint savepoint = connection.setSavepoint();
            connection.rollback(savepoint);
            assertThat(counting.rollbacks()).isZero();
            connection.commit();
            connection.rollback();
            connection.rollback();
        }
        assertThat(counting.commits()).isEqualTo(1);
        assertThat(counting.rollbacks()).isEqualTo(2);
    }

    @Test
    @DisplayName("connections are counted: borrowed, open, and most at once; closing twice counts once")
    void connections() throws SQLException {
        Connection one = counting.dataSource().getConnection();
        Connection two = counting.dataSource().getConnection();
        one.close();
        one.close();
        counting.dataSource().getConnection().close();
        assertThat(counting.connectionsBorrowed()).isEqualTo(3);
        assertThat(counting.connectionsOpen()).isEqualTo(1);
        assertThat(counting.mostConnectionsAtOnce()).isEqualTo(2);
        counting.reset();
        assertThat(counting.connectionsBorrowed()).isZero();
        assertThat(counting.mostConnectionsAtOnce()).isEqualTo(1);
        two.close();
        assertThat(counting.connectionsOpen()).isZero();
    }

    @Test
    @DisplayName("what the driver throws comes out unchanged")
    void failures() throws SQLException {
        try (Connection connection = counting.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("SELECT 1 FROM no_such_table"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("NO_SUCH_TABLE");
        }
    }

    @Test
    @DisplayName("a watched connection is equal to itself only and can stand in a set")
    void identity() throws SQLException {
        try (Connection one = counting.dataSource().getConnection();
                Connection two = counting.dataSource().getConnection()) {
            assertThat(Set.of(one, two)).contains(one, two);
            assertThat(one).isNotEqualTo(two).hasToString("watched Connection");
        }
    }
}
