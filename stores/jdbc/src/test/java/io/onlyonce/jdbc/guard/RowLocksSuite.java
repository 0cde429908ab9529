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
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Row locks on one database. */
abstract class RowLocksSuite {
    private static final AtomicLong NUMBERS = new AtomicLong(1000);
    private static final LockWait LONG = LockWait.atMost(Duration.ofSeconds(30));
    private static final LockWait SHORT = LockWait.atMost(Duration.ofMillis(300));

    private static final Rows<Long, Long> BALANCES =
            Rows.of("SELECT balance FROM locked_account WHERE account_id = ?", row -> row.getLong(1));

    private final Tables tables;
    private final Backstop backstop;
    private final RowLocks locks;
    private final long a = NUMBERS.addAndGet(10);
    private final long b = a + 1;
    private final long none = a + 5;

    RowLocksSuite(Tables tables) {
        this.tables = tables;
        this.backstop = Backstop.on(tables.pool());
        this.locks = new RowLocks(backstop.transactions());
    }

    static void createTable(Tables tables) {
        tables.database()
                .execute(
                        "CREATE TABLE locked_account (account_id BIGINT NOT NULL PRIMARY KEY, balance BIGINT NOT NULL)");
    }

    @BeforeEach
    void accounts() {
        tables.update("INSERT INTO locked_account VALUES (?, 100)", a);
        tables.update("INSERT INTO locked_account VALUES (?, 200)", b);
    }

    private RowLocks.Result<Long, Long> lock(LockWait wait, Long... ids) {
        return locks.lock(BALANCES, List.of(ids), wait);
    }

    private boolean on(String database) {
        return tables.database().url().startsWith("jdbc:" + database);
    }

    private static long balance(RowLocks.Result<Long, Long> result, long id) {
        if (result instanceof RowLocks.Locked<Long, Long> locked) {
            return Objects.requireNonNull(locked.rows().get(id));
        }
        throw new AssertionError("not locked: " + result);
    }

    private String setting(String query) throws SQLException {
        try (Statement statement = backstop.transactions().connection().createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    /** The setting that bounds waits, as the application sees it. */
    private String waitSetting() throws SQLException {
        if (on("postgresql")) {
            return setting("SELECT current_setting('lock_timeout')");
        }
        return setting(on("h2") ? "SELECT LOCK_TIMEOUT()" : "SELECT @@innodb_lock_wait_timeout");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("the rows come in the order of their keys, each once, with those that are missing named")
    void rowsInOrder(boolean waiting) throws Exception {
        RowLocks.Result<Long, Long> result =
                backstop.unit(() -> lock(waiting ? LONG : LockWait.none(), b, none, a, b, a));
        RowLocks.Locked<Long, Long> locked = (RowLocks.Locked<Long, Long>) result;
        assertThat(locked.rows()).containsExactly(Map.entry(a, 100L), Map.entry(b, 200L));
        assertThat(locked.missing()).containsExactly(none);
        assertThat(backstop.unit(() -> lock(LONG))).isEqualTo(new RowLocks.Locked<>(Map.of(), List.of()));
    }

    @Test
    @DisplayName("two sessions lock {A,B} and {B,A}, 50 rounds: no deadlock, no busy, both write")
    void oppositeOrder() throws Exception {
        for (int round = 0; round < 50; round++) {
            Herd.of(2)
                    .runAll(member -> backstop.unit(() -> {
                        RowLocks.Result<Long, Long> result = member == 0 ? lock(LONG, a, b) : lock(LONG, b, a);
                        long sum = balance(result, a) + balance(result, b);
                        write(a, sum);
                        write(b, 1);
                        return sum;
                    }));
        }
        assertThat(backstop.retries()).as("units that the database gave up").hasValue(0);
        assertThat(tables.count("SELECT balance FROM locked_account WHERE account_id = ?", a))
                .as("100 + 200, then 1 more in each other unit")
                .isEqualTo(300 + 99);
    }

    private void write(long id, long balance) throws SQLException {
        try (PreparedStatement update = backstop.transactions()
                .connection()
                .prepareStatement("UPDATE locked_account SET balance = ? WHERE account_id = ?")) {
            update.setLong(1, balance);
            update.setLong(2, id);
            update.executeUpdate();
        }
    }

    @Test
    @DisplayName("lost update: 8 threads read, add one and write, 50 times each: the sum is exact")
    void lostUpdate() {
        Herd.of(8).runAll(member -> {
            for (int i = 0; i < 50; i++) {
                backstop.unit(() -> {
                    write(a, balance(lock(LONG, a), a) + 1);
                    return true;
                });
            }
            return true;
        });
        assertThat(tables.count("SELECT balance FROM locked_account WHERE account_id = ?", a))
                .isEqualTo(100 + 8 * 50);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("a row that another has locked is busy, at once or after the wait, and the transaction stays usable")
    void busy(boolean waiting) throws Exception {
        LockWait wait = waiting ? SHORT : LockWait.none();
        String effect = Node.fresh("busy");
        try (SideTransaction other = SideTransaction.begin(backstop.transactions())) {
            other.call(() -> lock(LONG, b));
            backstop.unit(() -> {
                Tables.effect(backstop.transactions().connection(), effect);
                String before = waitSetting();
                assertThat(lock(wait, a, b)).isEqualTo(new RowLocks.Busy<Long, Long>(b));
                assertThat(waitSetting()).isEqualTo(before);
                RowLocks.Result<Long, Long> left = other.call(() -> lock(LockWait.none(), a));
                assertThat(left)
                        .as("PostgreSQL gives the earlier locks back, the others keep them")
                        .isInstanceOf(on("postgresql") ? RowLocks.Locked.class : RowLocks.Busy.class);
                Tables.effect(backstop.transactions().connection(), effect);
                return true;
            });
        }
        assertThat(tables.effects(effect)).isEqualTo(2);
    }

    @Test
    @DisplayName("the application's own bound of waits is the same after the locks, and after the transaction")
    void settingKept() throws Exception {
        backstop.unit(() -> {
            if (on("postgresql")) {
                try (Statement statement = backstop.transactions().connection().createStatement()) {
                    statement.execute("SET LOCAL lock_timeout = '7s'");
                }
            }
            String before = waitSetting();
            lock(SHORT, a, b);
            assertThat(waitSetting()).isEqualTo(before);
            lock(LockWait.none(), a, b);
            assertThat(waitSetting()).isEqualTo(before);
            Rows<Long, Long> failing = Rows.of("SELECT balance FROM locked_account WHERE account_id = ?", row -> {
                throw new IllegalStateException("the reader's own");
            });
            assertThatThrownBy(() -> locks.lock(failing, List.of(a), SHORT)).hasMessage("the reader's own");
            assertThat(waitSetting()).isEqualTo(before);
            return true;
        });
    }

    @Test
    @DisplayName("a wait that ends in time gets the row as the other left it")
    void waitsAndReads() throws Exception {
        try (SideTransaction other = SideTransaction.begin(backstop.transactions())) {
            other.call(() -> {
                write(a, balance(lock(LONG, a), a) + 11);
                return true;
            });
            CompletableFuture<Long> waiting = CompletableFuture.supplyAsync(() -> uncheckedBalance(a));
            await().pollDelay(Duration.ofMillis(50)).until(() -> !waiting.isDone());
            other.commit();
            assertThat(SideTransaction.get(waiting)).isEqualTo(111);
        }
    }

    private long uncheckedBalance(long id) {
        try {
            return balance(backstop.unit(() -> lock(LONG, id)), id);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"READ COMMITTED", "REPEATABLE READ"})
    @DisplayName(
            "B-18 the row changed after this transaction's snapshot: the lock reads the current one, or all is run again")
    void currentUnderLock(String level) throws Exception {
        Backstop mine = Backstop.isolated(tables.database(), 2, level);
        RowLocks here = new RowLocks(mine.transactions());
        long seen;
        try (SideTransaction older = SideTransaction.begin(mine.transactions())) {
            older.call(() -> {
                try (Statement statement = mine.transactions().connection().createStatement()) {
                    return statement.execute("SELECT COUNT(*) FROM locked_account");
                }
            });
            tables.update("UPDATE locked_account SET balance = 777 WHERE account_id = ?", a);
            if (on("postgresql") && level.equals("REPEATABLE READ")) {
                Throwable failure = catchThrowable(() -> older.call(() -> here.lock(BALANCES, List.of(a), LONG)));
                assertThat(failure).isInstanceOf(StatementFailedException.class);
                assertThat(SqlFailures.retryable(failure)).isTrue();
                older.rollBack();
                seen = balance(mine.unit(() -> here.lock(BALANCES, List.of(a), LONG)), a);
            } else {
                seen = balance(older.call(() -> here.lock(BALANCES, List.of(a), LONG)), a);
                older.commit();
            }
        }
        assertThat(seen).isEqualTo(777);
    }

    @Test
    @DisplayName(
            "locks taken by two calls in opposite order deadlock: an error that asks for the whole unit again, and then both are done")
    void deadlock() throws Exception {
        try (SideTransaction one = SideTransaction.begin(backstop.transactions());
                SideTransaction other = SideTransaction.begin(backstop.transactions())) {
            one.call(() -> lock(LONG, a));
            other.call(() -> lock(LONG, b));
            CompletableFuture<RowLocks.Result<Long, Long>> first = one.start(() -> lock(LONG, b));
            CompletableFuture<RowLocks.Result<Long, Long>> second = other.start(() -> lock(LONG, a));
            await().until(() -> first.isCompletedExceptionally() || second.isCompletedExceptionally());
            CompletableFuture<RowLocks.Result<Long, Long>> victim = first.isCompletedExceptionally() ? first : second;
            Throwable failure = catchThrowable(() -> SideTransaction.get(victim));
            assertThat(failure).isInstanceOf(StatementFailedException.class);
            assertThat(SqlFailures.retryable(failure)).isTrue();
            (victim == first ? one : other).rollBack();
            assertThat(SideTransaction.get(victim == first ? second : first)).isInstanceOf(RowLocks.Locked.class);
        }
    }

    @Test
    @DisplayName("outside a transaction and in auto-commit it refuses")
    void refusesWithoutTransaction() throws Exception {
        assertThatThrownBy(() -> lock(LONG, a))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("RowLocks");
        try (var connection = tables.pool().getConnection()) {
            RowLocks autoCommit = new RowLocks(() -> connection);
            assertThatThrownBy(() -> autoCommit.lock(BALANCES, List.of(a), LONG))
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("auto-commit");
        }
    }

    @Test
    @DisplayName("a query that finds two rows for a key is refused, and so is one that the database does not know")
    void wrongQueries() {
        Rows<Long, Long> all =
                Rows.of("SELECT account_id FROM locked_account WHERE account_id > ?", row -> row.getLong(1));
        assertThatThrownBy(() -> backstop.unit(() -> locks.lock(all, List.of(0L), LONG)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("more than one row");
        Rows<Long, Long> unknown = Rows.of("SELECT x FROM nowhere WHERE id = ?", row -> row.getLong(1));
        assertThatThrownBy(() -> backstop.unit(() -> locks.lock(unknown, List.of(0L), LONG)))
                .isInstanceOf(StatementFailedException.class);
    }
}
