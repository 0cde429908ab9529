package io.onlyonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.inbox.Handled;
import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.InboxHandler;
import io.onlyonce.inbox.InboxWorker;
import io.onlyonce.inbox.InboxWorker.Terms;
import io.onlyonce.inbox.Kept;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.SideTransaction;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The worker over a real database: what it does is counted in tables, whatever breaks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InboxWorkerSuite {
    private static final int WORKERS = 4;
    private static final int ENTRIES = 200;
    private static final Handled DONE = new Handled.Done();
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Terms AT_ONCE = new Terms(6, MILLI, MILLI, 25);

    /** For where every third try is a deadlock's victim: twice as many of those in a row would count as poison. */
    private static final Terms AMONG_DEADLOCKS = new Terms(12, MILLI, MILLI, 25);

    private Tables tables;
    private JdbcInbox inbox;
    private String source = "";

    abstract TestDatabase newDatabase();

    /** Ends the session behind this connection, as a crash would. */
    abstract void kill(Connection connection, TestDatabase database) throws SQLException;

    /** The sessions in use. */
    DataSource sessions(TestDatabase database) {
        return database.dataSource(16);
    }

    @BeforeAll
    void open() {
        TestDatabase database = newDatabase();
        tables = Tables.in(database, sessions(database));
        inbox = new JdbcInbox(tables.transactions());
        database.execute(
                "CREATE TABLE account (id INT NOT NULL PRIMARY KEY, turnover INT NOT NULL)",
                "CREATE TABLE numbered (number VARCHAR(100) NOT NULL PRIMARY KEY)");
    }

    @AfterAll
    void close() {
        tables.close();
    }

    @BeforeEach
    void newSource() {
        source = "worker-" + UUID.randomUUID();
        tables.database()
                .execute(
                        "DELETE FROM account",
                        "INSERT INTO account (id, turnover) VALUES (1, 0)",
                        "INSERT INTO account (id, turnover) VALUES (2, 0)");
    }

    private interface Handling {
        Handled of(Kept kept) throws Exception;
    }

    private InboxHandler handler(Handling handling) {
        return new InboxHandler() {
            @Override
            public Handled handle(Kept kept) throws Exception {
                return handling.of(kept);
            }

            @Override
            public void parked(Kept kept, String cause) throws SQLException {
                tables.effect(nameOf(kept) + " parked");
            }
        };
    }

    private InboxWorker worker(Handling handling, Terms terms) {
        return new InboxWorker(inbox, tables.transactions(), source, handler(handling), terms);
    }

    private InboxWorker worker(Handling handling) {
        return worker(handling, AT_ONCE);
    }

    private String nameOf(Kept kept) {
        return name(kept.entry().id());
    }

    private String name(String id) {
        return source + "/" + id;
    }

    private Handled effect(Kept kept) throws SQLException {
        tables.effect(nameOf(kept));
        return DONE;
    }

    private void put(String... ids) {
        committed(() -> {
            for (String id : ids) {
                inbox.put(new InboxEntry(source, id, "P1", new byte[] {1}), Duration.ZERO);
            }
            return true;
        });
    }

    private <R> R committed(Callable<R> step) {
        try {
            return tables.transactions().run(() -> Ended.commit(step.call()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Kept> parked() {
        return committed(() -> inbox.parked(source, 1000));
    }

    private long entries() {
        return tables.count("SELECT COUNT(*) FROM onlyonce_inbox WHERE source = ?", source);
    }

    private long openEntries() {
        return tables.count("SELECT COUNT(*) FROM onlyonce_inbox WHERE source = ? AND parked = FALSE", source);
    }

    private void runUntilNothingIsOpen(InboxWorker worker) {
        while (openEntries() > 0) {
            worker.runOnce();
        }
    }

    @Test
    @DisplayName("an entry comes with its business row and goes with its effect; a rollback leaves neither")
    void oneTransaction() throws Exception {
        tables.transactions().run(() -> {
            inbox.put(new InboxEntry(source, "undone", "P1", new byte[0]), Duration.ZERO);
            tables.effect(name("taken in"));
            return Ended.rollBack(true);
        });
        assertThat(entries()).isZero();
        assertThat(tables.effects(name("taken in"))).isZero();
        put("a");
        AtomicInteger calls = new AtomicInteger();
        InboxWorker worker = worker(kept -> {
            effect(kept);
            if (calls.incrementAndGet() == 1) {
                throw new IOException("after its effect");
            }
            return DONE;
        });
        worker.runOnce();
        runUntilNothingIsOpen(worker);
        assertThat(calls).hasValue(2);
        assertThat(tables.effects(name("a"))).isEqualTo(1);
        assertThat(entries()).isZero();
    }

    @Test
    @DisplayName(
            "B-28 four workers, 200 entries, failures and deadlocks, thrown and real ones: each effect once, the poison parked, nothing else")
    void herd() {
        for (int i = 0; i < ENTRIES; i++) {
            put("entry-" + i);
        }
        Herd.of(WORKERS).runAll(member -> {
            runUntilNothingIsOpen(worker(this::now, AMONG_DEADLOCKS));
            return true;
        });
        int good = 0;
        for (int i = 0; i < ENTRIES; i++) {
            String name = name("entry-" + i);
            assertThat(tables.effects(name)).as(name).isEqualTo(isPoison(i) ? 0 : 1);
            assertThat(tables.effects(name + " parked")).as(name).isEqualTo(isPoison(i) ? 1 : 0);
            good += isPoison(i) ? 0 : 1;
        }
        assertThat(tables.count("SELECT turnover FROM account WHERE id = 1")).isEqualTo(good);
        assertThat(tables.count("SELECT turnover FROM account WHERE id = 2")).isEqualTo(good);
        assertThat(parked())
                .hasSize(ENTRIES - good)
                // a try that a deadlock ended counts as well, and is no reason to put an entry aside: the next failure
                // then is
                .allSatisfy(kept ->
                        assertThat(kept.tries()).isBetween(AMONG_DEADLOCKS.maxTries(), 2 * AMONG_DEADLOCKS.maxTries()))
                .allSatisfy(kept -> assertThat(kept.cause()).isEqualTo("java.io.IOException: poison"));
        assertThat(entries()).isEqualTo(ENTRIES - good);
    }

    private static boolean isPoison(int number) {
        return number % 20 == 7;
    }

    /** Every 20th entry is poison; of the others some fail at first, some are victims at first, and all take two rows in either order. */
    private Handled now(Kept kept) throws Exception {
        int number = Integer.parseInt(kept.entry().id().substring("entry-".length()));
        effect(kept);
        turnover(number % 2 == 0 ? 1 : 2);
        turnover(number % 2 == 0 ? 2 : 1);
        if (isPoison(number)) {
            throw new IOException("poison");
        }
        if (number % 5 == 1 && kept.tries() < 2) {
            throw new IllegalStateException("not this time");
        }
        if (number % 5 == 2 && kept.tries() < 2) {
            throw new SQLTransactionRollbackException("deadlock", "40001", 1213);
        }
        return DONE;
    }

    private void turnover(int account) throws SQLException {
        tables.execute("UPDATE account SET turnover = turnover + 1 WHERE id = " + account);
    }

    @Test
    @DisplayName("B-28 poison that the database refuses: the try is counted although its transaction is broken")
    void refusedByTheDatabase() {
        tables.update("INSERT INTO numbered (number) VALUES (?)", source);
        put("poison", "good");
        InboxWorker worker = worker(kept -> {
            if (kept.entry().id().equals("poison")) {
                tables.execute("INSERT INTO numbered (number) VALUES ('" + source + "')");
            }
            return effect(kept);
        });
        runUntilNothingIsOpen(worker);
        assertThat(tables.effects(name("poison"))).isZero();
        assertThat(tables.effects(name("good"))).isEqualTo(1);
        assertThat(tables.effects(name("poison parked"))).isEqualTo(1);
        assertThat(parked())
                .hasSize(1)
                .allSatisfy(kept -> assertThat(kept.tries()).isEqualTo(AT_ONCE.maxTries()))
                .allSatisfy(kept -> assertThat(kept.cause()).contains(source));
    }

    @Test
    @DisplayName(
            "a worker whose session is killed between effect and commit: nothing stays, and the next run does it once")
    void killed() {
        put("a", "b");
        AtomicBoolean killed = new AtomicBoolean();
        InboxWorker worker = worker(kept -> {
            effect(kept);
            if (killed.compareAndSet(false, true)) {
                kill(tables.transactions().connection(), tables.database());
            }
            return DONE;
        });
        worker.runOnce();
        assertThat(killed).isTrue();
        runUntilNothingIsOpen(worker);
        assertThat(tables.effects(name("a"))).isEqualTo(1);
        assertThat(tables.effects(name("b"))).isEqualTo(1);
        assertThat(entries()).isZero();
    }

    /** The number in the only row of a query. */
    static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    @DisplayName("a commit that breaks, before it reaches the database and after: the effect is there once in the end")
    void brokenCommits() {
        for (boolean reached : new boolean[] {false, true}) {
            String id = reached ? "reached" : "lost";
            put(id);
            AtomicBoolean broken = new AtomicBoolean();
            JdbcTransactions breaking = new JdbcTransactions(breaking(tables.pool(), reached, broken));
            JdbcInbox through = new JdbcInbox(breaking);
            InboxHandler handler = handler(kept -> {
                Tables.effect(breaking.connection(), nameOf(kept));
                return DONE;
            });
            new InboxWorker(through, breaking, source, handler, AT_ONCE).runOnce();
            assertThat(broken).as("a commit broke").isTrue();
            runUntilNothingIsOpen(worker(this::effect));
            assertThat(tables.effects(name(id))).as(id).isEqualTo(1);
        }
        assertThat(entries()).isZero();
    }

    /** Connections of which the first commit that is made breaks. */
    private static DataSource breaking(DataSource sound, boolean reached, AtomicBoolean broken) {
        return wrapped(DataSource.class, (method, arguments) -> {
            Object result = method.invoke(sound, arguments);
            return result instanceof Connection connection ? breaking(connection, reached, broken) : result;
        });
    }

    private static Connection breaking(Connection sound, boolean reached, AtomicBoolean broken) {
        return wrapped(Connection.class, (method, arguments) -> {
            if (!method.getName().equals("commit") || !broken.compareAndSet(false, true)) {
                return method.invoke(sound, arguments);
            }
            if (reached) {
                sound.commit();
            }
            throw new SQLException("cut", "08006");
        });
    }

    private interface Called {
        Object of(Method method, Object[] arguments) throws Exception;
    }

    private static <T> T wrapped(Class<T> type, Called called) {
        return type.cast(Proxy.newProxyInstance(
                InboxWorkerSuite.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return called.of(method, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                }));
    }

    @Test
    @DisplayName("one connection is enough, for effects, failures and parking")
    void oneConnection() {
        DataSource single = tables.database().dataSource(1);
        JdbcTransactions transactions = new JdbcTransactions(single);
        put("a", "poison", "early");
        InboxHandler handler = new InboxHandler() {
            @Override
            public Handled handle(Kept kept) throws Exception {
                Tables.effect(transactions.connection(), nameOf(kept));
                return switch (kept.entry().id()) {
                    case "a" -> DONE;
                    case "early" -> new Handled.TooEarly("NO_PAYMENT");
                    default -> throw new IOException("poison");
                };
            }

            @Override
            public void parked(Kept kept, String cause) throws SQLException {
                Tables.effect(transactions.connection(), nameOf(kept) + " parked");
            }
        };
        InboxWorker worker = new InboxWorker(new JdbcInbox(transactions), transactions, source, handler, AT_ONCE);
        runUntilNothingIsOpen(worker);
        assertThat(tables.effects(name("a"))).isEqualTo(1);
        assertThat(tables.effects(name("poison"))).isZero();
        assertThat(tables.effects(name("early")))
                .as("what was noted each time stays")
                .isEqualTo(AT_ONCE.maxTries());
        assertThat(tables.effects(name("poison parked"))).isEqualTo(1);
        assertThat(tables.effects(name("early parked"))).isEqualTo(1);
        assertThat(parked()).hasSize(2);
    }

    @Test
    @DisplayName(
            "B-31 50 rounds of two workers, and one who deals at once with all that waits for the payment: each entry once")
    void settledMeanwhile() {
        for (int round = 0; round < 50; round++) {
            String[] ids = {"r" + round + "-a", "r" + round + "-b", "r" + round + "-c"};
            put(ids);
            Herd.of(3).runAll(member -> {
                if (member == 0) {
                    return settled();
                }
                return worker(this::effect).runOnce();
            });
            runUntilNothingIsOpen(worker(this::effect));
            for (String id : ids) {
                assertThat(tables.effects(name(id)))
                        .as("%s in round %d", id, round)
                        .isEqualTo(1);
            }
        }
        assertThat(entries()).isZero();
    }

    /** Deals with all that waits for the payment; as a deadlock's victim again. */
    private int settled() throws Exception {
        while (true) {
            try {
                return tables.transactions().run(() -> {
                    List<Kept> waiting = inbox.about(source, "P1");
                    for (Kept kept : waiting) {
                        effect(kept);
                        assertThat(inbox.done(kept)).isTrue();
                    }
                    return Ended.commit(waiting.size());
                });
            } catch (Exception e) {
                if (!tables.transactions().retryable(e)) {
                    throw e;
                }
            }
        }
    }

    @Test
    @DisplayName(
            "an entry that another transaction has is nobody's turn; it waits for no one and is dealt with afterwards")
    void heldByAnother() {
        put("a", "b");
        try (SideTransaction side = SideTransaction.begin(tables.transactions())) {
            assertThat(side.call(() -> inbox.due(source, 1))).hasSize(1);
            assertThat(worker(this::effect).runOnce()).isEqualTo(1);
            assertThat(tables.effects(name("a"))).isZero();
            assertThat(tables.effects(name("b"))).isEqualTo(1);
            side.rollBack();
        }
        assertThat(worker(this::effect).runOnce()).isEqualTo(1);
        assertThat(tables.effects(name("a"))).isEqualTo(1);
    }
}
