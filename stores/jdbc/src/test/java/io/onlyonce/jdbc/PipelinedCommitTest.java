package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.server.TestServers;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The answer goes to PostgreSQL with the commit: what fails there leaves nothing, in each way in which pgjdbc can send it. */
class PipelinedCommitTest {
    /** More than pgjdbc's threshold for statements that the server keeps prepared. */
    private static final int CALLS = 12;

    private static final int ROUNDS = 50;

    private static Tables tables;

    @BeforeAll
    static void open() {
        tables = Tables.in(TestServers.postgres());
        tables.database().execute("CREATE TABLE late (no VARCHAR(80) UNIQUE DEFERRABLE INITIALLY DEFERRED)");
    }

    @AfterAll
    static void close() {
        tables.close();
    }

    @AfterEach
    void nothingIsLeftOpen() {
        assertThat(tables.claims()).isZero();
        assertThat(tables.count("SELECT COUNT(*) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND state LIKE 'idle in transaction%'"))
                .as("transactions that nobody ended")
                .isZero();
    }

    static Stream<String> ways() {
        return Stream.of(
                "prepareThreshold=5",
                "prepareThreshold=1",
                "preferQueryMode=simple",
                "preferQueryMode=extendedForPrepared",
                "autosave=conservative",
                "autosave=always");
    }

    static Stream<Arguments> waysAndModes() {
        return ways().flatMap(way -> Stream.of(Arguments.of(way, Node.PAY), Arguments.of(way, Node.PAY_AT_END)));
    }

    private static HikariDataSource pool(String way, int size) {
        HikariConfig config = new HikariConfig();
        String url = tables.database().url();
        config.setJdbcUrl(url + (url.contains("?") ? "&" : "?") + way);
        config.setUsername(tables.database().user());
        config.setPassword(tables.database().password());
        config.setMaximumPoolSize(size);
        return new HikariDataSource(config);
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("waysAndModes")
    @DisplayName("B-15 one effect and one answer, call after call on one connection")
    void answers(String way, Operation<String> operation) throws Exception {
        try (HikariDataSource pool = pool(way, 1)) {
            Node node = Node.on(pool);
            for (int call = 0; call < CALLS; call++) {
                String name = Node.fresh("call");
                assertThat(node.pay(operation, name)).isEqualTo(new Outcome.Executed<>("paid " + name));
                assertThat(node.pay(operation, name)).isEqualTo(new Outcome.Replayed<>("paid " + name));
                assertThat(tables.effects(name)).isEqualTo(1);
                assertThat(tables.records(Node.key(name))).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("waysAndModes")
    @DisplayName(
            "B-15 B-16 a deferred constraint fails the commit: nothing is kept, and the connection serves the next call")
    void commitFails(String way, Operation<String> operation) throws Exception {
        try (HikariDataSource pool = pool(way, 1)) {
            Node node = Node.on(pool);
            for (int call = 0; call < CALLS; call++) {
                String name = Node.fresh("late");
                assertThatThrownBy(() -> node.run(operation, name, attempt -> {
                            Tables.effect(node.transactions().connection(), name);
                            execute(node, "INSERT INTO late (no) VALUES ('" + name + "'), ('" + name + "')");
                            return "done";
                        }))
                        .isInstanceOf(SQLException.class)
                        .matches(e -> UniqueViolations.isOf(e, "late_no_key"));
                assertThat(tables.effects(name) + tables.records(Node.key(name)))
                        .isZero();
                assertThat(node.pay(operation, name)).isInstanceOf(Outcome.Executed.class);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    @DisplayName("a claim that is not its own any more: the commit behind it is passed by, and nothing is kept")
    void passedBy(String way) throws Exception {
        try (HikariDataSource pool = pool(way, 1)) {
            Node node = Node.on(pool);
            for (int call = 0; call < CALLS; call++) {
                String name = Node.fresh("fence");
                assertThatThrownBy(() -> node.run(name, attempt -> {
                            Tables.effect(node.transactions().connection(), name);
                            execute(
                                    node,
                                    "UPDATE onlyonce_record SET fence = fence - 1 WHERE idempotency_key = '" + name
                                            + "'");
                            return "done";
                        }))
                        .isInstanceOf(FenceLostException.class);
                assertThat(tables.effects(name) + tables.records(Node.key(name)))
                        .isZero();
            }
        }
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("waysAndModes")
    @DisplayName("B-10 two instances at once: the slower one's effect goes with its record, 50 rounds")
    void twoInstances(String way, Operation<String> operation) {
        try (HikariDataSource one = pool(way, 1);
                HikariDataSource other = pool(way, 1)) {
            List<Node> nodes = List.of(Node.on(one), Node.on(other));
            for (int round = 0; round < ROUNDS; round++) {
                String name = Node.fresh("both");
                CyclicBarrier atOnce = new CyclicBarrier(2);
                List<Outcome<String>> outcomes = Herd.of(2).runAll(member -> {
                    atOnce.await(30, TimeUnit.SECONDS);
                    return nodes.get(member).pay(operation, name);
                });
                assertThat(outcomes)
                        .filteredOn(Outcome.Executed.class::isInstance)
                        .hasSize(1);
                assertThat(outcomes)
                        .filteredOn(Outcome.Replayed.class::isInstance)
                        .hasSize(1);
                assertThat(tables.effects(name)).isEqualTo(1);
            }
        }
    }

    private static void execute(Node node, String sql) throws SQLException {
        try (Statement statement = node.transactions().connection().createStatement()) {
            statement.execute(sql);
        }
    }
}
