package io.onlyonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.testkit.BreakingDataSource.When;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BreakingDataSourceTest {
    private final TestDatabase database = TestServers.h2();
    private final BreakingDataSource lines = new BreakingDataSource(database.dataSource(2));

    @BeforeEach
    void create() {
        database.execute("CREATE TABLE effect (id INT PRIMARY KEY)");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void insertTwo() throws SQLException {
        try (Connection connection = lines.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO effect VALUES (1)");
                statement.executeUpdate("INSERT INTO effect VALUES (2)");
            }
            connection.commit();
        }
    }

    private long rows() {
        return database.queryLong("SELECT COUNT(*) FROM effect");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("whatever step it breaks at, only an answer to a commit that is lost leaves something")
    void steps(When when) throws Exception {
        for (int step = 1; step <= 3; step++) {
            int at = step;
            assertThatThrownBy(() -> lines.breakAt(at, when, this::insertTwo))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            lost -> assertThat(lost.getSQLState()).isEqualTo("08006"));
            assertThat(rows()).isEqualTo(step == 3 && when == When.AFTER ? 2 : 0);
        }
    }

    @Test
    @DisplayName("a step that is not reached breaks nothing, and says so")
    void notReached() throws Exception {
        assertThat(lines.breakAt(4, When.BEFORE, this::insertTwo)).isFalse();
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    @DisplayName("a step that is reached says so, where the work goes on without the connection")
    void reached() throws Exception {
        List<SQLException> caught = new ArrayList<>();
        assertThat(lines.breakAt(1, When.BEFORE, () -> {
                    try {
                        insertTwo();
                    } catch (SQLException e) {
                        caught.add(e);
                    }
                }))
                .isTrue();
        assertThat(caught).hasSize(1);
    }

    @Test
    @DisplayName("of a dead connection nothing is left but that it is dead; the next one is alive")
    void dead() throws Exception {
        try (Connection connection = lines.dataSource().getConnection()) {
            assertThatThrownBy(() -> lines.breakAt(1, When.AFTER, connection::commit))
                    .isInstanceOf(SQLException.class);
            assertThat(connection.isClosed()).isTrue();
            assertThat(connection.isValid(1)).isFalse();
            assertThatThrownBy(connection::rollback).isInstanceOf(SQLException.class);
        }
        insertTwo();
        assertThat(rows()).isEqualTo(2);
    }
}
