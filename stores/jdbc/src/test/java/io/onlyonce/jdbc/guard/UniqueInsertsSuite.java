package io.onlyonce.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.onlyonce.error.MisuseException;
import io.onlyonce.jdbc.Node;
import io.onlyonce.jdbc.SqlFailures;
import io.onlyonce.jdbc.StatementFailedException;
import io.onlyonce.jdbc.Tables;
import io.onlyonce.jdbc.UniqueViolations;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Insert or return the existing row, on one database. */
abstract class UniqueInsertsSuite {
    private static final Logger log = LoggerFactory.getLogger(UniqueInsertsSuite.class);

    private static final UniqueInsert<Notice, String> NOTICES = UniqueInsert.<Notice>into(
                    "INSERT INTO notice (channel, notice_id, receipt, body) VALUES (?, ?, ?, ?)",
                    n -> UniqueInsert.values(n.channel(), n.id(), n.receipt(), n.body()))
            .identifiedBy(
                    "SELECT body FROM notice WHERE channel = ? AND notice_id = ?",
                    n -> List.of(n.channel(), n.id()),
                    row -> String.valueOf(row.getString(1)));

    private final Tables tables;
    private final String channel = "c" + UUID.randomUUID().toString().substring(0, 12);
    private final Backstop backstop;
    private final UniqueInserts inserts;

    private record Notice(
            String channel,
            String id,
            @Nullable String receipt,
            @Nullable String body) {}

    UniqueInsertsSuite(Tables tables) {
        this.tables = tables;
        this.backstop = Backstop.on(tables.pool());
        this.inserts = new UniqueInserts(backstop.transactions());
    }

    static void createTable(Tables tables) {
        tables.database()
                .execute(
                        "CREATE TABLE notice (channel VARCHAR(20) NOT NULL, notice_id VARCHAR(40) NOT NULL, receipt VARCHAR(40),"
                                + " body VARCHAR(40) DEFAULT 'none', amount INT DEFAULT 1 NOT NULL,"
                                + " CONSTRAINT notice_pk PRIMARY KEY (channel, notice_id), CONSTRAINT notice_receipt UNIQUE (receipt))");
    }

    private Notice notice(String id, @Nullable String body) {
        return new Notice(channel, id, null, body);
    }

    private Notice notice(int number) {
        return notice(String.format("n%03d", number), "body " + number);
    }

    private List<Notice> hundred() {
        return new ArrayList<>(IntStream.range(0, 100).mapToObj(this::notice).toList());
    }

    private long rows() {
        return tables.count("SELECT COUNT(*) FROM notice WHERE channel = ?", channel);
    }

    private Inserted<String> insert(Notice notice) throws Exception {
        return backstop.unit(() -> inserts.insert(NOTICES, notice));
    }

    private void executeHere(Backstop mine, String sql) throws SQLException {
        try (Statement statement = mine.transactions().connection().createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    @DisplayName("the first is fresh, the second gets the first one's row, and nothing of the second is written")
    void freshThenExisting() throws Exception {
        assertThat(insert(notice("a", "first"))).isEqualTo(new Inserted.Fresh<String>());
        assertThat(insert(notice("a", "second"))).isEqualTo(new Inserted.Existing<>("first"));
        assertThat(insert(notice("b", null))).isEqualTo(new Inserted.Fresh<String>());
        assertThat(insert(notice("b", "second"))).isEqualTo(new Inserted.Existing<>("null"));
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    @DisplayName("B-14 B-16 work goes on after the duplicate, before it is kept, too, and one commit keeps all")
    void workGoesOn() throws Exception {
        insert(notice("a", "first"));
        String effect = Node.fresh("b14");
        backstop.unit(() -> {
            Tables.effect(backstop.transactions().connection(), effect);
            assertThat(inserts.insert(NOTICES, notice("a", "second"))).isEqualTo(new Inserted.Existing<>("first"));
            assertThat(inserts.insert(NOTICES, notice("b", "other"))).isEqualTo(new Inserted.Fresh<String>());
            Tables.effect(backstop.transactions().connection(), effect);
            return true;
        });
        assertThat(tables.effects(effect)).isEqualTo(2);
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "B-16 a duplicate on another unique constraint is the database's own error with the constraint's name, and the transaction stays usable")
    void anotherConstraint() throws Exception {
        String receipt = Node.fresh("r");
        String effect = Node.fresh("b16");
        backstop.unit(() -> inserts.insert(NOTICES, new Notice(channel, "a", receipt, "first")));
        backstop.unit(() -> {
            Tables.effect(backstop.transactions().connection(), effect);
            Throwable failure =
                    catchThrowable(() -> inserts.insert(NOTICES, new Notice(channel, "b", receipt, "second")));
            assertThat(failure)
                    .isInstanceOf(StatementFailedException.class)
                    .hasCauseInstanceOf(SQLException.class)
                    .hasMessageContaining("UniqueViolations");
            assertThat(UniqueViolations.isOf(failure, "notice_receipt")).isTrue();
            assertThat(UniqueViolations.isOf(failure, "notice_pk")).isFalse();
            assertThat(SqlFailures.retryable(failure)).isFalse();
            Tables.effect(backstop.transactions().connection(), effect);
            return true;
        });
        assertThat(tables.effects(effect)).isEqualTo(2);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName("B-19 what is too long or NULL fails; it is no duplicate, and nothing is cut or replaced")
    void otherErrors() throws Exception {
        String sixtyFour = "x".repeat(40);
        for (Notice wrong : List.of(
                notice(sixtyFour + "-1", "too long"),
                notice(sixtyFour + "-2", "too long"),
                notice("ok", "y".repeat(41)))) {
            assertThatThrownBy(() -> insert(wrong))
                    .isInstanceOf(StatementFailedException.class)
                    .matches(e -> UniqueViolations.constraintOf(e).isEmpty());
        }
        UniqueInsert<Notice, String> noAmount = UniqueInsert.<Notice>into(
                        "INSERT INTO notice (channel, notice_id, amount) VALUES (?, ?, ?)",
                        n -> UniqueInsert.values(n.channel(), n.id(), null))
                .identifiedBy(
                        "SELECT body FROM notice WHERE channel = ? AND notice_id = ?",
                        n -> List.of(n.channel(), n.id()),
                        row -> row.getString(1));
        assertThatThrownBy(() -> backstop.unit(() -> inserts.insert(noAmount, notice("null", "x"))))
                .isInstanceOf(StatementFailedException.class)
                .matches(e -> UniqueViolations.constraintOf(e).isEmpty());
        assertThat(rows()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"READ COMMITTED", "REPEATABLE READ"})
    @DisplayName(
            "B-18 the winner came after this transaction's snapshot: it is found all the same, or all is run again")
    void winnerAfterSnapshot(String level) throws Exception {
        Backstop mine = Backstop.isolated(tables.database(), 2, level);
        UniqueInserts here = new UniqueInserts(mine.transactions());
        String name = "b18" + level;
        String found;
        try (SideTransaction older = SideTransaction.begin(mine.transactions())) {
            older.call(() -> {
                executeHere(mine, "SELECT COUNT(*) FROM notice");
                return true;
            });
            insert(notice(name, "winner"));
            if (tables.database().url().startsWith("jdbc:postgresql") && !level.equals("READ COMMITTED")) {
                Throwable failure = catchThrowable(() -> older.call(() -> here.insert(NOTICES, notice(name, "loser"))));
                assertThat(failure).isInstanceOf(StatementFailedException.class);
                assertThat(SqlFailures.retryable(failure)).isTrue();
                older.rollBack();
                found = text(mine.unit(() -> here.insert(NOTICES, notice(name, "loser"))));
            } else {
                found = text(older.call(() -> here.insert(NOTICES, notice(name, "loser"))));
                older.commit();
            }
        }
        assertThat(found).isEqualTo("winner");
        assertThat(rows()).isEqualTo(1);
    }

    private static String text(Inserted<String> inserted) {
        return inserted instanceof Inserted.Existing<String> existing ? existing.row() : "fresh";
    }

    @Test
    @DisplayName("B-20 a batch of 100 with #40 stored: 99 fresh, one existing, each in its place")
    void storedInBatch() throws Exception {
        insert(notice("n040", "stored before"));
        List<Notice> batch = hundred();
        Collections.reverse(batch);
        List<Inserted<String>> all = backstop.unit(() -> inserts.insertAll(NOTICES, batch));
        for (int i = 0; i < 100; i++) {
            assertThat(all.get(i))
                    .isEqualTo(i == 59 ? new Inserted.Existing<>("stored before") : new Inserted.Fresh<String>());
        }
        assertThat(rows()).isEqualTo(100);
    }

    @Test
    @DisplayName("B-20 a batch of 100 with #40 = #41: the first is fresh, the second finds it")
    void twiceInBatch() throws Exception {
        List<Notice> batch = hundred();
        batch.set(41, new Notice(channel, batch.get(40).id(), null, "the second"));
        List<Inserted<String>> all = backstop.unit(() -> inserts.insertAll(NOTICES, batch));
        for (int i = 0; i < 100; i++) {
            assertThat(all.get(i))
                    .isEqualTo(i == 41 ? new Inserted.Existing<>("body 40") : new Inserted.Fresh<String>());
        }
        assertThat(rows()).isEqualTo(99);
        assertThat(backstop.unit(() -> inserts.insertAll(NOTICES, List.<Notice>of())))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"READ COMMITTED", "REPEATABLE READ"})
    @DisplayName(
            "B-20 the same batch twice in parallel in opposite order, 50 rounds: each item once, told to one of the two")
    void oppositeOrder(String level) {
        Backstop mine = Backstop.isolated(tables.database(), 2, level);
        UniqueInserts here = new UniqueInserts(mine.transactions());
        for (int round = 0; round < 50; round++) {
            String prefix = "r" + round + "-";
            List<List<Inserted<String>>> both = Herd.of(2).runAll(member -> {
                List<Notice> batch = new ArrayList<>(IntStream.range(0, 20)
                        .mapToObj(i -> notice(prefix + i, "by " + member))
                        .toList());
                if (member == 1) {
                    Collections.reverse(batch);
                }
                List<Inserted<String>> results = mine.unit(() -> here.insertAll(NOTICES, batch));
                List<Inserted<String>> inOrder = new ArrayList<>(results);
                if (member == 1) {
                    Collections.reverse(inOrder);
                }
                return inOrder;
            });
            for (int i = 0; i < 20; i++) {
                boolean first = both.get(0).get(i) instanceof Inserted.Fresh;
                assertThat(both.get(first ? 1 : 0).get(i)).isEqualTo(new Inserted.Existing<>("by " + (first ? 0 : 1)));
                assertThat(both.get(first ? 0 : 1).get(i)).isInstanceOf(Inserted.Fresh.class);
            }
        }
        assertThat(rows()).isEqualTo(50 * 20);
        log.info(
                "{} {}: whole-unit retries in 50 rounds of opposite batches: {}",
                tables.database(),
                level,
                mine.retries());
        if (level.equals("READ COMMITTED")) {
            assertThat(mine.retries())
                    .as("one order for both batches: no deadlock")
                    .hasValue(0);
        }
    }

    @Test
    @DisplayName("fifty sessions insert one identity: one is fresh, all others get its row")
    void race() {
        Backstop mine = Backstop.on(tables.database().dataSource(50));
        UniqueInserts here = new UniqueInserts(mine.transactions());
        List<String> all = Herd.of(50)
                .runAll(member -> text(mine.unit(() -> {
                    Inserted<String> mineInserted = here.insert(NOTICES, notice("race", "by " + member));
                    if (mineInserted instanceof Inserted.Fresh) {
                        Tables.effect(mine.transactions().connection(), channel);
                    }
                    return mineInserted;
                })));
        assertThat(all).filteredOn("fresh"::equals).hasSize(1);
        assertThat(all).filteredOn(it -> !it.equals("fresh")).hasSize(49).containsOnly("by " + all.indexOf("fresh"));
        assertThat(tables.effects(channel)).isEqualTo(1);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-17 of three sessions with one identity the first rolls back, 50 rounds: one fresh, one existing, never a lost row")
    void firstRollsBack() {
        Backstop mine = Backstop.on(tables.database().dataSource(3));
        UniqueInserts here = new UniqueInserts(mine.transactions());
        for (int round = 0; round < 50; round++) {
            String id = "b17-" + round;
            try (SideTransaction first = SideTransaction.begin(mine.transactions())) {
                first.call(() -> here.insert(NOTICES, notice(id, "rolled back")));
                CompletableFuture<List<String>> waiting = CompletableFuture.supplyAsync(() -> Herd.of(2)
                        .runAll(member -> text(mine.unit(() -> here.insert(NOTICES, notice(id, "by " + member))))));
                await().pollDelay(Duration.ofMillis(20)).until(() -> !waiting.isDone());
                first.rollBack();
                List<String> both = SideTransaction.get(waiting);
                assertThat(both).containsExactlyInAnyOrder("fresh", "by " + both.indexOf("fresh"));
            }
        }
        assertThat(rows()).isEqualTo(50);
        log.info("{}: whole-unit retries in 50 rounds after a rollback: {}", tables.database(), mine.retries());
    }

    @Test
    @DisplayName("outside a transaction and in auto-commit it refuses, and nothing is written")
    void refusesWithoutTransaction() throws Exception {
        assertThatThrownBy(() -> inserts.insert(NOTICES, notice("a", "x")))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("JdbcTransactions.run");
        try (var connection = tables.pool().getConnection()) {
            UniqueInserts autoCommit = new UniqueInserts(() -> connection);
            assertThatThrownBy(() -> autoCommit.insert(NOTICES, notice("a", "x")))
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("auto-commit");
        }
        assertThat(rows()).isZero();
    }

    @Test
    @DisplayName("a rolled-back unit leaves nothing: the next insert is fresh again")
    void rolledBack() throws Exception {
        backstop.transactions().run(() -> Ended.rollBack(inserts.insert(NOTICES, notice("a", "never"))));
        assertThat(insert(notice("a", "kept"))).isEqualTo(new Inserted.Fresh<String>());
        assertThat(rows()).isEqualTo(1);
    }
}
