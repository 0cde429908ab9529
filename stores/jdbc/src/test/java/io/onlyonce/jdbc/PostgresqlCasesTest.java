package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.Fingerprint;
import io.onlyonce.Outcome;
import io.onlyonce.error.CommitUnknownException;
import io.onlyonce.error.FenceLostException;
import io.onlyonce.error.MisuseException;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.testkit.server.TestServers;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is PostgreSQL's own: aborted transactions, quiet rollbacks, lock_timeout, snapshots. */
class PostgresqlCasesTest {
    private static final Fingerprint FINGERPRINT = Fingerprint.of("payload");

    private static Tables tables;

    private final Node node = Node.on(tables.pool());

    @BeforeAll
    static void open() {
        tables = Tables.in(TestServers.postgres());
        tables.database().execute("CREATE TABLE flow (no VARCHAR(80) PRIMARY KEY)");
        tables.database()
                .execute(
                        "CREATE TABLE late (no VARCHAR(80), CONSTRAINT late_no UNIQUE (no) DEFERRABLE INITIALLY DEFERRED)");
    }

    @AfterAll
    static void close() {
        tables.close();
    }

    @AfterEach
    void noClaimStays() {
        assertThat(tables.claims()).isZero();
    }

    @Test
    @DisplayName("B-14 PostgreSQL: work goes on after the duplicate")
    void workGoesOnAfterDuplicate() throws Exception {
        String name = Node.fresh("b14");
        node.pay(name);
        String after = name + "-after";
        Outcome<String> outcome = node.transactions().run(() -> {
            Outcome<String> replay = node.pay(name);
            executeHere("SELECT 1");
            Tables.effect(node.transactions().connection(), after);
            return Ended.commit(replay);
        });
        assertThat(outcome).isEqualTo(new Outcome.Replayed<>("paid " + name));
        assertThat(tables.effects(name)).isEqualTo(1);
        assertThat(tables.effects(after)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-16 PostgreSQL: a duplicate that the work swallows inside its transaction: no success answer, nothing kept, a retry runs")
    void swallowedInWork() throws Exception {
        String name = Node.fresh("b16");
        tables.update("INSERT INTO flow (no) VALUES (?)", name);
        assertThatThrownBy(() -> node.run(name, attempt -> {
                    Tables.effect(node.transactions().connection(), name);
                    swallow("INSERT INTO flow (no) VALUES ('" + name + "')");
                    return "half";
                }))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("the error was swallowed")
                .hasRootCauseInstanceOf(SQLException.class);
        assertThat(tables.effects(name) + tables.records(Node.key(name))).isZero();
        assertThat(node.pay(name)).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @DisplayName(
            "B-16 PostgreSQL: swallowed in the caller's transaction after a call succeeded in it: the commit is refused, not quietly a rollback")
    void swallowedAfterCall() throws Exception {
        String name = Node.fresh("b16");
        tables.update("INSERT INTO flow (no) VALUES (?)", name);
        assertThatThrownBy(() -> node.transactions().run(() -> {
                    Outcome<String> outcome = node.pay(name);
                    swallow("INSERT INTO flow (no) VALUES ('" + name + "')");
                    return Ended.commit(outcome);
                }))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("Nothing was kept");
        assertThat(tables.effects(name) + tables.records(Node.key(name))).isZero();
        assertThat(node.pay(name)).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @DisplayName("B-16 PostgreSQL: a statement that may fail, in a unit of its own, costs only itself")
    void swallowedInSavepoint() throws Exception {
        String name = Node.fresh("b16");
        tables.update("INSERT INTO flow (no) VALUES (?)", name);
        Outcome<String> outcome = node.run(name, attempt -> {
            Tables.effect(node.transactions().connection(), name);
            assertThatThrownBy(() -> node.transactions().run(() -> {
                        executeHere("INSERT INTO flow (no) VALUES ('" + name + "')");
                        return Ended.commit(true);
                    }))
                    .matches(e -> UniqueViolations.isOf(e, "flow_pkey"));
            return "whole";
        });
        assertThat(outcome).isEqualTo(new Outcome.Executed<>("whole"));
        assertThat(tables.effects(name)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-15 PostgreSQL: a deferred constraint fails the commit itself: no record, no effect, and a retry runs")
    void commitFails() throws Exception {
        String name = Node.fresh("b15");
        assertThatThrownBy(() -> node.run(name, attempt -> {
                    Tables.effect(node.transactions().connection(), name);
                    executeHere("INSERT INTO late (no) VALUES ('" + name + "'), ('" + name + "')");
                    return "done";
                }))
                .isInstanceOf(SQLException.class)
                .matches(e -> UniqueViolations.isOf(e, "late_no"));
        assertThat(tables.effects(name) + tables.records(Node.key(name))).isZero();
        assertThat(node.pay(name)).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @DisplayName(
            "B-15 PostgreSQL: the server ends the session before the commit: outcome unknown is told, and a retry finds out")
    void sessionEndedBeforeCommit() throws Exception {
        String name = Node.fresh("b15");
        assertThatThrownBy(() -> node.transactions().run(() -> {
                    Outcome<String> outcome = node.pay(name);
                    endSession();
                    return Ended.commit(outcome);
                }))
                .isInstanceOf(CommitUnknownException.class);
        assertThat(tables.effects(name) + tables.records(Node.key(name))).isZero();
        assertThat(node.pay(name)).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @DisplayName(
            "B-15 PostgreSQL: the server ends the session before answer and commit, which go together: outcome unknown is told, and a retry finds out")
    void sessionEndedBeforeCompletion() throws Exception {
        String name = Node.fresh("b15");
        assertThatThrownBy(() -> node.run(name, attempt -> {
                    Tables.effect(node.transactions().connection(), name);
                    endSession();
                    return "done";
                }))
                .isInstanceOf(CommitUnknownException.class);
        assertThat(tables.effects(name) + tables.records(Node.key(name))).isZero();
        assertThat(node.pay(name)).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @DisplayName(
            "B-24 PostgreSQL: a claim that is not its own any more when the answer is written: the commit behind it is passed by, nothing is kept")
    void fenceLostAtTheCommit() throws Exception {
        String name = Node.fresh("fence");
        assertThatThrownBy(() -> node.run(name, attempt -> {
                    Tables.effect(node.transactions().connection(), name);
                    executeHere("UPDATE onlyonce_record SET fence = fence - 1 WHERE idempotency_key = '" + name + "'");
                    return "done";
                }))
                .isInstanceOf(FenceLostException.class);
        assertThat(tables.effects(name) + tables.records(Node.key(name))).isZero();
        assertThat(node.pay(name)).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    @DisplayName(
            "the application's own lock_timeout is as it was: after a claim that is won, one that finds an answer, one that renews an expired record")
    void ownLockTimeout() throws Exception {
        RecordKey done = Node.key(Node.fresh("done"));
        RecordKey expired = Node.key(Node.fresh("expired"));
        node.pay(done.key());
        node.pay(expired.key());
        tables.expire(expired);
        node.transactions().run(() -> {
            executeHere("SET LOCAL lock_timeout = '47s'");
            assertThat(claim(Node.key(Node.fresh("new")))).isInstanceOf(Claim.Claimed.class);
            assertThat(lockTimeout()).isEqualTo("47s");
            assertThat(claim(done)).isInstanceOf(Claim.Completed.class);
            assertThat(lockTimeout()).isEqualTo("47s");
            assertThat(claim(expired)).isInstanceOf(Claim.Claimed.class);
            assertThat(lockTimeout()).isEqualTo("47s");
            return Ended.rollBack(true);
        });
    }

    @Test
    @DisplayName(
            "the application's own lock_timeout is as it was after a wait that was in vain, once the savepoint is rolled back")
    void ownLockTimeoutAfterWait() throws Exception {
        RecordKey key = Node.key(Node.fresh("held"));
        try (SideTransaction holder = SideTransaction.begin(node.transactions())) {
            holder.call(() -> claim(key));
            Node waiter = Node.on(tables.pool());
            waiter.transactions().run(() -> {
                execute(waiter, "SET LOCAL lock_timeout = '47s'");
                long start = System.nanoTime();
                Claim told = waiter.transactions()
                        .run(() -> Ended.rollBack(waiter.store().claim(request(key, Duration.ofMillis(300)))));
                assertThat(Duration.ofNanos(System.nanoTime() - start))
                        .as("patience is kept by the millisecond")
                        .isBetween(Duration.ofMillis(290), Duration.ofSeconds(20));
                assertThat(told).isInstanceOf(Claim.InProgress.class);
                try (Statement statement = waiter.transactions().connection().createStatement();
                        ResultSet row = statement.executeQuery("SHOW lock_timeout")) {
                    row.next();
                    assertThat(row.getString(1)).isEqualTo("47s");
                }
                return Ended.rollBack(true);
            });
        }
    }

    @Test
    @DisplayName(
            "B-18 PostgreSQL: at REPEATABLE READ a winner that the snapshot has not is retried as a whole, then replayed")
    void repeatableRead() throws Exception {
        String name = Node.fresh("b18");
        Node strict = Node.on(Sessions.with(
                tables.database().dataSource(4),
                "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ"));
        assertThatThrownBy(() -> strict.transactions().run(() -> {
                    execute(strict, "SELECT COUNT(*) FROM effect");
                    node.pay(name);
                    return Ended.commit(strict.pay(name));
                }))
                .matches(strict.transactions()::retryable);
        assertThat(strict.pay(name)).isInstanceOf(Outcome.Replayed.class);
        assertThat(tables.effects(name)).isEqualTo(1);
    }

    @Test
    @DisplayName("instants do not depend on the session's time zone")
    void timeZone() throws Exception {
        String name = Node.fresh("zone");
        Node east = Node.on(Sessions.with(tables.database().dataSource(2), "SET TIME ZONE '+08:00'"));
        east.pay(name);
        assertThat(node.pay(name)).isInstanceOf(Outcome.Replayed.class);
        assertThat(new JdbcRecordMaintenance(tables.pool()).find(Node.key(name)))
                .hasValueSatisfying(found -> assertThat(Duration.between(found.createdAt(), java.time.Instant.now())
                                .abs())
                        .isLessThan(Duration.ofMinutes(10)));
        assertThat(new JdbcRecordMaintenance(tables.pool()).purgeExpired(10)).isZero();
    }

    @Test
    @DisplayName("PostgreSQL: the completion of a claim that told its retention touches no index")
    void completionIsHot() throws Exception {
        tables.database().execute("TRUNCATE onlyonce_record, onlyonce_step"); // the page has room
        assertThat(hotCompletions(Node.fresh("hot"), "")).isEqualTo(1);
    }

    @Test
    @DisplayName("PostgreSQL: the completion behind work that outlasts the told expiry moves it")
    void lateCompletionIsNotHot() throws Exception {
        tables.database().execute("TRUNCATE onlyonce_record, onlyonce_step");
        String name = Node.fresh("late");
        assertThat(hotCompletions(name, "UPDATE onlyonce_record SET expires_at = created_at"))
                .isZero();
        assertThat(new JdbcRecordMaintenance(tables.pool()).find(Node.key(name)))
                .hasValueSatisfying(found -> assertThat(found.expiresAt())
                        .isAfterOrEqualTo(found.createdAt().plus(Duration.ofHours(1))));
    }

    /** Claims, executes, completes; returns how many of the completion's updates have left the indexes alone. */
    private long hotCompletions(String name, String between) throws Exception {
        RecordKey key = Node.key(name);
        Duration retention = Duration.ofHours(1);
        return node.transactions().run(() -> {
            Claim.Claimed claimed = (Claim.Claimed)
                    node.store().claim(new ClaimRequest(key, FINGERPRINT, Duration.ofSeconds(5), retention));
            executeHere(between);
            long before = hotUpdates();
            node.store()
                    .complete(
                            key,
                            claimed.fence(),
                            new Completion(RecordState.COMPLETED, null, new byte[100], retention));
            return Ended.commit(hotUpdates() - before);
        });
    }

    /** Of this session, as far as it has not told them to the statistics yet: the difference within a transaction is exact. */
    private long hotUpdates() throws SQLException {
        try (Statement statement = node.transactions().connection().createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT pg_stat_get_xact_tuples_hot_updated('onlyonce_record'::regclass)")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    @DisplayName(
            "a wait is bounded whatever the holder's claim was made of: a renewed record, a whole record at the end")
    void boundedBehindOtherClaims() {
        RecordKey renewed = Node.key(Node.fresh("renewed"));
        SideTransaction.get(CompletableFuture.supplyAsync(() -> paid(renewed)));
        tables.expire(renewed);
        RecordKey whole = Node.key(Node.fresh("whole"));
        try (SideTransaction holder = SideTransaction.begin(node.transactions())) {
            assertThat(holder.call(() -> claim(renewed))).isInstanceOf(Claim.Claimed.class);
            holder.run(() -> node.store()
                    .record(
                            request(whole, Duration.ofSeconds(5)),
                            new Completion(RecordState.COMPLETED, null, new byte[0], Duration.ofDays(1))));
            assertBounded(renewed);
            assertBounded(whole);
            holder.rollBack();
        }
    }

    private Outcome<String> paid(RecordKey key) {
        try {
            return node.pay(key.key());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void assertBounded(RecordKey key) {
        try (SideTransaction other = SideTransaction.begin(node.transactions())) {
            assertThat(other.call(() -> node.store().claim(request(key, Duration.ofMillis(300)))))
                    .as("%s", key.key())
                    .isInstanceOf(Claim.InProgress.class);
            other.rollBack();
        }
    }

    @Test
    @DisplayName(
            "who waits beside others wakes with them: the holder rolls back, one of them wins, and behind him, too, the wait is bounded")
    void boundedBehindWhoHasWaited() {
        RecordKey key = Node.key(Node.fresh("queue"));
        try (SideTransaction holder = SideTransaction.begin(node.transactions());
                SideTransaction waiter = SideTransaction.begin(node.transactions())) {
            holder.call(() -> claim(key));
            CompletableFuture<Claim> waiting = waiter.start(() -> claim(key));
            Awaitility.await().until(() -> waitingForAdvisoryLocks() == 1);
            holder.rollBack();
            assertThat(SideTransaction.get(waiting)).isInstanceOf(Claim.Claimed.class);
            assertBounded(key);
            waiter.rollBack();
        }
    }

    @Test
    @DisplayName(
            "B-42 two who want an expired record's place, one of them with the key's lock, and somebody else was quicker: both get his answer, without a deadlock")
    void tooLateForExpired() {
        RecordKey key = Node.key(Node.fresh("late"));
        paid(key);
        tables.expire(key);
        try (SideTransaction quicker = SideTransaction.begin(node.transactions());
                SideTransaction locker = SideTransaction.begin(node.transactions());
                SideTransaction one = SideTransaction.begin(node.transactions());
                SideTransaction other = SideTransaction.begin(node.transactions())) {
            quicker.call(() -> locksRow(key));
            locker.call(() -> locksKey(key));
            CompletableFuture<Claim> first = one.start(() -> claim(key));
            awaitWaiting(1); // for the row, without the key's lock
            locker.rollBack();
            CompletableFuture<Claim> second = other.start(() -> claim(key));
            awaitWaiting(2); // behind him, with the key's lock
            quicker.commit();
            assertThat(SideTransaction.get(first)).isInstanceOf(Claim.Completed.class);
            one.rollBack();
            assertThat(SideTransaction.get(second)).isInstanceOf(Claim.Completed.class);
        }
    }

    /** Makes the answer last again, which another claimant's whole transaction would. */
    private boolean locksRow(RecordKey key) throws SQLException {
        executeHere("UPDATE onlyonce_record SET expires_at = clock_timestamp() + interval '1 hour' WHERE id = '"
                + key.id().toUuid() + "'");
        return true;
    }

    private boolean locksKey(RecordKey key) throws SQLException {
        executeHere("SELECT pg_advisory_xact_lock(" + key.id().toUuid().getLeastSignificantBits() + ")");
        return true;
    }

    private static void awaitWaiting(int sessions) {
        Awaitility.await()
                .until(() -> tables.count("SELECT COUNT(*) FROM pg_stat_activity"
                                + " WHERE datname = current_database() AND wait_event_type = 'Lock'")
                        == sessions);
    }

    private static long waitingForAdvisoryLocks() {
        return tables.count("SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
                + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
    }

    private Claim claim(RecordKey key) {
        return node.store().claim(request(key, Duration.ofSeconds(30)));
    }

    private static ClaimRequest request(RecordKey key, Duration patience) {
        return new ClaimRequest(key, FINGERPRINT, patience);
    }

    private String lockTimeout() throws SQLException {
        try (Statement statement = node.transactions().connection().createStatement();
                ResultSet row = statement.executeQuery("SHOW lock_timeout")) {
            row.next();
            return row.getString(1);
        }
    }

    private void executeHere(String sql) throws SQLException {
        execute(node, sql);
    }

    private static void execute(Node node, String sql) throws SQLException {
        try (Statement statement = node.transactions().connection().createStatement()) {
            statement.execute(sql);
        }
    }

    /** What careless business code does. */
    private void swallow(String sql) {
        try {
            executeHere(sql);
        } catch (SQLException e) {
            assertThat(UniqueViolations.isOf(e, "flow_pkey")).isTrue();
        }
    }

    private void endSession() throws SQLException {
        long pid;
        try (Statement statement = node.transactions().connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            pid = row.getLong(1);
        }
        tables.count("SELECT CASE WHEN pg_terminate_backend(?::int) THEN 1 ELSE 0 END", pid);
    }
}
