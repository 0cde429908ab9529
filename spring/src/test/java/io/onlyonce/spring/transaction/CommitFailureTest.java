package io.onlyonce.spring.transaction;

import static io.onlyonce.spring.transaction.Rig.TRANSFER;
import static io.onlyonce.spring.transaction.Rig.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.onlyonce.Outcome;
import io.onlyonce.error.CommitUnknownException;
import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.jdbc.UniqueViolations;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Jpa;
import io.onlyonce.testkit.FaultProbe;
import io.onlyonce.testkit.InjectedFault;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Commits that fail, connections that break, processes that die, on PostgreSQL. */
class CommitFailureTest {
    private static BusinessDatabase postgres;
    private static JdbcTransactionManager manager;
    private static Jpa jpa;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        postgres = BusinessDatabase.postgres();
        postgres.database().execute("CREATE TABLE flow (no VARCHAR(50) UNIQUE DEFERRABLE INITIALLY DEFERRED)");
        manager = new JdbcTransactionManager(postgres.pool());
        jpa = new Jpa(postgres.pool());
    }

    @AfterAll
    static void close() {
        jpa.close();
        postgres.close();
    }

    @AfterEach
    void check() {
        postgres.standingChecks();
    }

    static Stream<PlatformTransactionManager> managers() {
        return Stream.of(manager, new DataSourceTransactionManager(postgres.pool()), jpa.manager());
    }

    @ParameterizedTest
    @MethodSource("managers")
    @DisplayName(
            "B-15 (d) B-16 a deferred constraint fails at the commit: no effect, no record, a corrected retry runs")
    void deferredConstraint(PlatformTransactionManager each) throws Exception {
        Rig rig = new Rig(postgres, each);
        rig.jdbc.update("INSERT INTO flow (no) VALUES (?)", key);
        assertThatThrownBy(() -> rig.onlyOnce.run(TRANSFER, call(key), attempt -> {
                    rig.effect(key);
                    rig.jdbc.update("INSERT INTO flow (no) VALUES (?)", key);
                    return "looks like success";
                }))
                .isNotInstanceOf(CommitUnknownException.class)
                .satisfies(failure -> assertThat(UniqueViolations.isOf(failure, "flow_no_key"))
                        .isTrue());
        postgres.assertNothing(key);
        assertThat(rig.done(key)).isEqualTo("done");
        postgres.assertDoneOnce(key);
    }

    @Test
    @DisplayName("B-15 (a) the process dies after the commit, before the answer: the retry gets the committed answer")
    void diesAfterCommit() throws Exception {
        Rig dying = new Rig(postgres, manager, FaultProbe.once(Point.COMMITTED));
        assertThatThrownBy(() -> dying.done(key)).isInstanceOf(InjectedFault.class);
        postgres.assertDoneOnce(key);
        Outcome<String> retry = new Rig(postgres, manager).onlyOnce.run(TRANSFER, call(key), attempt -> "never");
        assertThat(retry).isEqualTo(new Outcome.Replayed<>("done"));
    }

    @Test
    @DisplayName(
            "B-15 (b) the process dies when the answer is written but not committed: nothing is there, the retry runs")
    void diesBeforeCommit() throws Exception {
        Rig dying = new Rig(postgres, manager, FaultProbe.once(Point.COMPLETED));
        assertThatThrownBy(() -> dying.done(key)).isInstanceOf(InjectedFault.class);
        postgres.assertNothing(key);
        assertThat(new Rig(postgres, manager).done(key)).isEqualTo("done");
        postgres.assertDoneOnce(key);
    }

    /** Breaks the connection of the open transaction once, at a point. */
    private record Breaking(Point point, AtomicBoolean done) implements Probe {
        @Override
        public void reached(Point reached, RecordKey key) {
            if (reached == point && done.compareAndSet(false, true)) {
                breakConnection();
            }
        }

        @Override
        public void decided(Decision decision) {}
    }

    private static void breakConnection() {
        JdbcTemplate jdbc = new JdbcTemplate(postgres.pool());
        Integer process = jdbc.queryForObject("SELECT pg_backend_pid()", Integer.class);
        postgres.database().execute("SELECT pg_terminate_backend(" + process + ")");
        await().until(() -> postgres.queryLong("SELECT COUNT(*) FROM pg_stat_activity WHERE pid = " + process) == 0);
    }

    @ParameterizedTest
    @MethodSource("managers")
    @DisplayName(
            "B-15 (d) the connection breaks before the commit: \"commit unknown\", never a false success; the retry finds out")
    void connectionBreaksAtCommit(PlatformTransactionManager each) throws Exception {
        Rig rig = new Rig(postgres, each, new Breaking(Point.COMPLETED, new AtomicBoolean()));
        assertThatThrownBy(() -> rig.done(key)).isInstanceOf(CommitUnknownException.class);
        postgres.assertNothing(key);
        assertThat(rig.done(key)).isEqualTo("done");
        postgres.assertDoneOnce(key);
    }

    @Test
    @DisplayName(
            "B-15 the work fails and the connection is broken, too: the work's exception comes out, what failed after it is attached")
    void connectionBreaksInWork() throws Exception {
        Rig rig = new Rig(postgres, manager);
        IOException failure = new IOException("the work's own");
        assertThatThrownBy(() -> rig.onlyOnce.run(TRANSFER, call(key), attempt -> {
                    rig.effect(key);
                    breakConnection();
                    throw failure;
                }))
                .isSameAs(failure)
                .satisfies(it -> assertThat(it.getSuppressed()).hasSize(1));
        postgres.assertNothing(key);
        String callers = UUID.randomUUID().toString();
        assertThatThrownBy(() -> rig.onlyOnce.run(
                        TRANSFER,
                        call(callers),
                        outer -> rig.onlyOnce
                                .run(TRANSFER, call(key), attempt -> {
                                    rig.effect(key);
                                    breakConnection();
                                    throw failure;
                                })
                                .toString()))
                .isSameAs(failure);
        postgres.assertNothing(callers);
        postgres.assertNothing(key);
        assertThat(rig.done(key)).isEqualTo("done");
    }

    @Test
    @DisplayName("the database cannot be reached: StoreUnavailableException, the work is not run")
    void storeDown() {
        HikariDataSource down = new HikariDataSource();
        down.setJdbcUrl("jdbc:postgresql://127.0.0.1:1/nowhere");
        down.setInitializationFailTimeout(-1);
        down.setConnectionTimeout(250);
        try (down) {
            SpringTransactions transactions = new SpringTransactions(new JdbcTransactionManager(down), down);
            assertThatThrownBy(() -> transactions.run(() -> {
                        throw new AssertionError("must not run");
                    }))
                    .isInstanceOf(StoreUnavailableException.class);
        }
    }
}
