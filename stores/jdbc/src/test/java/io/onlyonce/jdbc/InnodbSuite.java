package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.onlyonce.Fingerprint;
import io.onlyonce.Outcome;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is InnoDB's own: its deadlocks, snapshots, lax modes, time zones. */
abstract class InnodbSuite {
    private static final Fingerprint FINGERPRINT = Fingerprint.of("payload");

    private final Tables tables;
    private final Node node;

    InnodbSuite(Tables tables) {
        this.tables = tables;
        this.node = Node.on(tables.pool());
    }

    @AfterEach
    void noClaimStays() {
        assertThat(tables.claims()).isZero();
    }

    private DataSource sessions(int connections, String... statements) {
        return Sessions.with(tables.database().dataSource(connections), statements);
    }

    private DataSource isolated(int connections, String level) {
        return sessions(connections, "SET SESSION TRANSACTION ISOLATION LEVEL " + level);
    }

    @ParameterizedTest
    @ValueSource(strings = {"READ COMMITTED", "REPEATABLE READ"})
    @DisplayName(
            "B-17 three sessions claim one key, the first rolls back: the two that wait get one effect and one replay")
    void firstOfThreeRollsBack(String level) {
        DataSource pool = isolated(3, level);
        for (int round = 0; round < 10; round++) {
            String name = Node.fresh("b17");
            try (SideTransaction first = SideTransaction.begin(node.transactions())) {
                first.call(() -> claim(Node.key(name)));
                List<Node> nodes = List.of(Node.on(pool), Node.on(pool));
                CompletableFuture<List<Outcome<String>>> waiting = CompletableFuture.supplyAsync(
                        () -> Herd.of(2).runAll(member -> nodes.get(member).pay(name)));
                await().pollDelay(Duration.ofMillis(50)).until(() -> !waiting.isDone());
                first.rollBack();
                assertThat(SideTransaction.get(waiting))
                        .containsExactlyInAnyOrder(
                                new Outcome.Executed<>("paid " + name), new Outcome.Replayed<>("paid " + name));
            }
            assertThat(tables.effects(name)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"READ COMMITTED", "REPEATABLE READ"})
    @DisplayName(
            "B-17 fifty threads on one key, each second of the first attempts fails: one effect, no deadlock reaches a caller")
    void halfOfTheFirstAttemptsFail(String level) {
        int threads = 50;
        DataSource pool = isolated(threads, level);
        String name = Node.fresh("b17");
        AtomicInteger runs = new AtomicInteger();
        AtomicInteger injected = new AtomicInteger();
        List<Node> nodes = new ArrayList<>(); // eight instances, so that eight transactions fight for the row
        for (int i = 0; i < 8; i++) {
            nodes.add(Node.on(pool));
        }
        List<Outcome<String>> outcomes = Herd.of(threads)
                .within(Duration.ofMinutes(2))
                .runAll(member -> {
                    Node mine = nodes.get(member % nodes.size());
                    boolean fails = member % 2 == 0;
                    while (true) {
                        boolean failsNow = fails;
                        fails = false;
                        try {
                            return mine.run(name, attempt -> {
                                Tables.effect(mine.transactions().connection(), name);
                                runs.incrementAndGet();
                                if (failsNow) {
                                    throw new InjectedFailure();
                                }
                                return "paid " + name;
                            });
                        } catch (InjectedFailure e) {
                            injected.incrementAndGet();
                        }
                    }
                });
        assertThat(outcomes).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Outcome.Replayed.class::isInstance).hasSize(threads - 1);
        assertThat(runs.get()).as("runs = failures and the one that counts").isEqualTo(injected.get() + 1);
        assertThat(tables.effects(name)).isEqualTo(1);
        assertThat(tables.records(Node.key(name))).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"READ COMMITTED", "REPEATABLE READ"})
    @DisplayName(
            "B-18 a transaction that has read before claims a key that was completed since: it gets the stored answer")
    void oldSnapshot(String level) throws Exception {
        String name = Node.fresh("b18");
        Node reader = Node.on(isolated(2, level));
        Outcome<String> outcome = reader.transactions().run(() -> {
            assertThat(count(reader, "SELECT COUNT(*) FROM effect WHERE name = '" + name + "'"))
                    .isZero();
            node.pay(name);
            return Ended.commit(reader.pay(name));
        });
        assertThat(outcome).isEqualTo(new Outcome.Replayed<>("paid " + name));
        assertThat(tables.effects(name)).isEqualTo(1);
    }

    @Test
    @DisplayName("B-14 MariaDB, MySQL: work goes on after the duplicate")
    void workGoesOnAfterDuplicate() throws Exception {
        String name = Node.fresh("b14");
        node.pay(name);
        node.transactions().run(() -> {
            assertThat(node.pay(name)).isInstanceOf(Outcome.Replayed.class);
            Tables.effect(node.transactions().connection(), name + "-after");
            return Ended.commit(true);
        });
        assertThat(tables.effects(name)).isEqualTo(1);
        assertThat(tables.effects(name + "-after")).isEqualTo(1);
    }

    @Test
    @DisplayName("B-16 a deadlock that the work swallows undid the claim too: fence lost is told, nothing kept")
    void swallowedDeadlock() throws Exception {
        String name = Node.fresh("b16");
        tables.update("INSERT INTO effect (name) VALUES (?), (?)", name + "-a", name + "-b");
        tables.database().execute("CREATE TABLE IF NOT EXISTS account (id INT PRIMARY KEY, balance INT)");
        tables.database().execute("DELETE FROM account", "INSERT INTO account VALUES (1, 0), (2, 0)");
        assertThatThrownBy(() -> node.run(name, attempt -> {
                    Tables.effect(node.transactions().connection(), name);
                    deadlockMyself();
                    Tables.effect(node.transactions().connection(), name + "-half");
                    return "half";
                }))
                .isInstanceOf(io.onlyonce.error.FenceLostException.class);
        assertThat(tables.effects(name) + tables.effects(name + "-half")).isZero();
        assertThat(tables.records(Node.key(name))).isZero();
    }

    /** Becomes the victim of a deadlock and swallows it. The other side has changed more rows, so InnoDB spares it. */
    private void deadlockMyself() throws Exception {
        Node other = Node.on(tables.pool());
        try (SideTransaction side = SideTransaction.begin(other.transactions())) {
            execute(node, "UPDATE account SET balance = balance + 1 WHERE id = 1");
            side.call(() -> {
                for (int i = 0; i < 50; i++) {
                    Tables.effect(other.transactions().connection(), "weight");
                }
                return execute(other, "UPDATE account SET balance = balance + 1 WHERE id = 2");
            });
            CompletableFuture<Boolean> waiting =
                    side.start(() -> execute(other, "UPDATE account SET balance = balance + 1 WHERE id = 1"));
            await().during(Duration.ofMillis(100)).until(() -> !waiting.isDone());
            try {
                execute(node, "UPDATE account SET balance = balance + 1 WHERE id = 2");
            } catch (SQLException e) {
                assertThat(SqlFailures.retryable(e)).isTrue();
            }
            SideTransaction.get(waiting);
        }
    }

    @Test
    @DisplayName(
            "B-19 in a mode that cuts texts and forgives NULL, nothing but the duplicate of this key counts as one")
    void laxMode() throws Exception {
        Node lax = Node.on(sessions(2, "SET SESSION sql_mode = ''"));
        String stem = Node.fresh("b19") + "k".repeat(210);
        for (String end : List.of("a", "b")) {
            assertThat(lax.pay(stem.substring(0, 199) + end)).isInstanceOf(Outcome.Executed.class);
        }
        assertThat(tables.records(Node.key(stem.substring(0, 199) + "a"))).isEqualTo(1);
        long before = tables.records();
        RecordKey tooLong = new RecordKey("s".repeat(513), "pay", "k");
        assertThatThrownBy(() ->
                        lax.transactions().run(() -> Ended.commit(lax.store().claim(request(tooLong)))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(tables.records()).isEqualTo(before);
    }

    @Test
    @DisplayName(
            "B-43 instants are UTC whatever the session's time zone: an answer written in +08:00 neither expires early nor late")
    void timeZone() throws Exception {
        String name = Node.fresh("zone");
        Node east = Node.on(sessions(2, "SET SESSION time_zone = '+08:00'"));
        Node west = Node.on(sessions(2, "SET SESSION time_zone = '-08:00'"));
        JdbcRecordMaintenance eastern = new JdbcRecordMaintenance(sessions(2, "SET SESSION time_zone = '+08:00'"));
        east.pay(name);
        assertThat(west.pay(name)).isInstanceOf(Outcome.Replayed.class);
        assertThat(eastern.find(Node.key(name)))
                .hasValueSatisfying(found -> assertThat(Duration.between(found.createdAt(), Instant.now())
                                .abs())
                        .isLessThan(Duration.ofMinutes(10)));
        assertThat(eastern.purgeExpired(10)).isZero();
        tables.expire(Node.key(name));
        assertThat(new JdbcRecordMaintenance(sessions(2, "SET SESSION time_zone = '-08:00'")).purgeExpired(10))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("the session's own innodb_lock_wait_timeout is as it was after claims of any patience")
    void ownLockWaitTimeout() throws Exception {
        RecordKey key = Node.key(Node.fresh("own"));
        node.transactions().run(() -> {
            long before = count(node, "SELECT @@innodb_lock_wait_timeout");
            node.store().claim(new ClaimRequest(key, FINGERPRINT, Duration.ofMillis(1500)));
            assertThat(count(node, "SELECT @@innodb_lock_wait_timeout")).isEqualTo(before);
            return Ended.rollBack(true);
        });
    }

    @Test
    @DisplayName(
            "a claim waits as long as its patience says, in whole seconds rounded up, and the other transaction is not disturbed")
    void patience() throws Exception {
        RecordKey key = Node.key(Node.fresh("held"));
        Node waiter = Node.on(tables.pool());
        try (SideTransaction holder = SideTransaction.begin(node.transactions())) {
            holder.call(() -> claim(key));
            long start = System.nanoTime();
            Claim told = waiter.transactions()
                    .run(() -> Ended.rollBack(
                            waiter.store().claim(new ClaimRequest(key, FINGERPRINT, Duration.ofMillis(1200)))));
            assertThat(told).isInstanceOf(Claim.InProgress.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(1200), Duration.ofSeconds(15));
        }
    }

    private Claim claim(RecordKey key) {
        return node.store().claim(request(key));
    }

    private static ClaimRequest request(RecordKey key) {
        return new ClaimRequest(key, FINGERPRINT, Duration.ofSeconds(20));
    }

    private static boolean execute(Node node, String sql) throws SQLException {
        try (Statement statement = node.transactions().connection().createStatement()) {
            return statement.execute(sql);
        }
    }

    private static long count(Node node, String sql) throws SQLException {
        try (Statement statement = node.transactions().connection().createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The failure of a first attempt. */
    private static final class InjectedFailure extends Exception {
        private static final long serialVersionUID = 1L;
    }
}
