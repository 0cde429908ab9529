package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.Outcome;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A purge that is killed midway, and one that meets requests for the very records that it deletes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PurgeSuite {
    private static final int EXPIRED = 6000;
    private static final int LIVE = 300;
    private static final int CLAIMS = 40;
    private static final int HOURS_AGO = -1;
    private static final int HOURS_TO_COME = 24;

    private static final int PURGERS = 4;
    private static final int KILLS_OF_EACH = 3;
    private static final int BATCHES_BEFORE_KILL = 3;
    private static final int LARGE_BATCH = 1000;
    private static final Duration ENOUGH = Duration.ofMinutes(2);

    /** InnoDB shows its transactions as they were a tenth of a second before, and anew only if nobody has looked meanwhile. */
    private static final Duration SELDOM = Duration.ofMillis(150);

    private static final int KEYS = 60;
    private static final int REQUESTERS = 6;
    private static final int PURGERS_BESIDE = 2;
    private static final int SMALL_BATCH = 7;
    private static final int ROUNDS = 3;

    private static final String CLAIM = """
            UPDATE onlyonce_record
            SET state = 'C', expires_at = NULL, completed_at = NULL, answer = NULL, lease_until = created_at
            WHERE idempotency_key LIKE 'claim-%'
            """;

    private static final String EXPIRE_ALL = "UPDATE onlyonce_record SET expires_at = created_at";

    private static final String DELETE = "DELETE FROM onlyonce_record WHERE id = ?";

    private static final String LOCK_ALL = "SELECT id FROM onlyonce_record FOR UPDATE NOWAIT";

    private static final String EXPIRED_LEFT =
            "SELECT COUNT(*) FROM onlyonce_record WHERE idempotency_key LIKE 'expired-%'";

    private static final String NOT_EXPIRED = "onlyonce_record WHERE idempotency_key NOT LIKE 'expired-%' ORDER BY id";

    private Tables tables;
    private JdbcRecordMaintenance maintenance;

    abstract TestDatabase newDatabase();

    /** Writes completed records: prefix of the keys, prefix of the keys, hours until they expire, how many. */
    abstract String fill();

    /** Makes each deletion of a record take some milliseconds. */
    abstract String slowDeletes();

    /** Undoes that. */
    abstract String fastDeletes();

    /** Counts the sessions of this database that wait for a row. */
    abstract String waiting();

    /** What the server is asked about a purger's session. */
    abstract KilledPurger.Questions questions();

    @BeforeAll
    void open() {
        tables = Tables.in(newDatabase());
        maintenance = new JdbcRecordMaintenance(tables.pool());
    }

    @AfterAll
    void close() {
        tables.close();
    }

    @BeforeEach
    void clear() {
        tables.database().execute("DELETE FROM onlyonce_record", "DELETE FROM effect");
    }

    @AfterEach
    void nothingIsLocked() throws Exception {
        tables.transactions().run(() -> {
            tables.execute(LOCK_ALL); // an error, if somebody holds a row
            return Ended.rollBack(true);
        });
    }

    @Test
    @DisplayName(
            "B-43 purgers are killed a dozen times in the middle of a batch: another finishes, live records and claims are as they were, no lock stays")
    void killedMidway() {
        fill("expired-", HOURS_AGO, EXPIRED);
        fill("live-", HOURS_TO_COME, LIVE);
        fill("claim-", HOURS_TO_COME, CLAIMS);
        assertThat(tables.update(CLAIM)).isEqualTo(CLAIMS);
        String untouched = tables.dump(NOT_EXPIRED);
        tables.database().execute(slowDeletes());

        Herd.of(PURGERS).within(ENOUGH).runAll(member -> {
            for (int kill = 0; kill < KILLS_OF_EACH; kill++) {
                new KilledPurger(tables, questions()).run(1 + (member + kill) % BATCHES_BEFORE_KILL);
            }
            return true;
        });

        tables.database().execute(fastDeletes());
        long left = tables.count(EXPIRED_LEFT);
        assertThat(left).as("each was killed before the end").isBetween(1L, EXPIRED - 1L);
        assertThat(purgeAll()).isEqualTo(left);
        assertThat(tables.records()).isEqualTo(LIVE + CLAIMS);
        assertThat(tables.claims()).isEqualTo(CLAIMS);
        assertThat(tables.dump(NOT_EXPIRED)).isEqualTo(untouched);
    }

    @Test
    @DisplayName(
            "B-43 what had expired before the end of the last full batch, and comes to light later, goes with the next one")
    void earlierThanTheLast() {
        fill("expired-", HOURS_AGO, LARGE_BATCH);
        assertThat(maintenance.purgeExpired(LARGE_BATCH)).isEqualTo(LARGE_BATCH);
        fill("expired-late-", 2 * HOURS_AGO, KEYS);
        fill("live-", HOURS_TO_COME, LIVE);
        assertThat(maintenance.purgeExpired(LARGE_BATCH)).isEqualTo(KEYS);
        assertThat(tables.records()).isEqualTo(LIVE);
    }

    @Test
    @DisplayName(
            "B-43 two purgers delete expired records while six requesters claim each of them anew: one effect for each key")
    void claimedAnewWhilePurged() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            List<String> names = names(round);
            expiredRecords(names);
            AtomicInteger atWork = new AtomicInteger(REQUESTERS);

            List<List<Outcome<String>>> outcomes = Herd.of(PURGERS_BESIDE + REQUESTERS)
                    .runAll(member -> member < PURGERS_BESIDE
                            ? purgeWhile(atWork)
                            : request(turned(names, member * KEYS / REQUESTERS), atWork));

            assertThat(outcomes.stream().flatMap(List::stream).filter(Outcome.Executed.class::isInstance))
                    .hasSize(KEYS);
            assertThat(outcomes.stream().flatMap(List::stream))
                    .hasSize(REQUESTERS * KEYS)
                    .allMatch(end -> end instanceof Outcome.Executed || end instanceof Outcome.Replayed);
            assertThat(names).allMatch(name -> tables.effects(name) == 1);
            assertThat(purgeAll()).isZero();
            assertThat(names).allMatch(name -> tables.records(Node.key(name)) == 1);
            assertThat(tables.claims()).isZero();
        }
    }

    @Test
    @DisplayName(
            "B-42 B-43 a request for a record that a purger has just deleted waits for the purger's commit, and runs once")
    void requestBehindCommit() throws Exception {
        behindPurger(SideTransaction::commit);
    }

    @Test
    @DisplayName(
            "B-42 B-43 a request for a record whose purger is rolled back takes the place of the expired record, and runs once")
    void requestBehindRollback() throws Exception {
        behindPurger(SideTransaction::rollBack);
    }

    private void behindPurger(Consumer<SideTransaction> end) throws Exception {
        String name = Node.fresh("behind");
        expiredRecords(List.of(name));
        try (SideTransaction purger = SideTransaction.begin(tables.transactions());
                SideTransaction request = SideTransaction.begin(new JdbcTransactions(tables.pool()))) {
            assertThat(purger.call(() -> delete(Node.key(name)))).isEqualTo(1);
            CompletableFuture<Outcome<String>> waiting =
                    request.start(() -> Node.on(tables.pool()).pay(name));
            await().atMost(ENOUGH).pollInterval(SELDOM).until(() -> tables.count(waiting()) == 1);
            end.accept(purger);
            assertThat(SideTransaction.get(waiting)).isEqualTo(new Outcome.Executed<>("paid " + name));
        }
        assertThat(tables.effects(name)).isEqualTo(1);
        assertThat(purgeAll()).isZero();
        assertThat(tables.records(Node.key(name))).isEqualTo(1);
        assertThat(tables.claims()).isZero();
        assertThat(Node.on(tables.pool()).pay(name)).isInstanceOf(Outcome.Replayed.class);
    }

    private int delete(RecordKey key) throws SQLException {
        try (PreparedStatement statement = tables.transactions().connection().prepareStatement(DELETE)) {
            statement.setObject(1, tables.id(key));
            return statement.executeUpdate();
        }
    }

    private static List<String> names(int round) {
        return IntStream.range(0, KEYS)
                .mapToObj(i -> Node.fresh("anew-" + round + "-" + i))
                .toList();
    }

    private void expiredRecords(List<String> names) throws Exception {
        tables.database().execute("DELETE FROM onlyonce_record");
        Node node = Node.on(tables.pool());
        for (String name : names) {
            node.pay(name);
        }
        assertThat(tables.update(EXPIRE_ALL)).isEqualTo(names.size());
        assertThat(tables.update("DELETE FROM effect")).isGreaterThanOrEqualTo(names.size());
    }

    private List<Outcome<String>> purgeWhile(AtomicInteger atWork) {
        while (atWork.get() > 0) {
            maintenance.purgeExpired(SMALL_BATCH);
        }
        return List.of();
    }

    private List<Outcome<String>> request(List<String> names, AtomicInteger atWork) throws Exception {
        try {
            Node node = Node.on(tables.pool());
            List<Outcome<String>> outcomes = new ArrayList<>();
            for (String name : names) {
                outcomes.add(node.pay(name));
            }
            return outcomes;
        } finally {
            atWork.decrementAndGet();
        }
    }

    private static List<String> turned(List<String> names, int distance) {
        List<String> turned = new ArrayList<>(names);
        Collections.rotate(turned, distance);
        return turned;
    }

    private void fill(String prefix, int hours, int count) {
        assertThat(tables.update(fill(), prefix, prefix, hours, count)).isEqualTo(count);
    }

    private int purgeAll() {
        int sum = 0;
        int last = LARGE_BATCH;
        while (last == LARGE_BATCH) {
            last = maintenance.purgeExpired(LARGE_BATCH);
            sum += last;
        }
        return sum;
    }
}
