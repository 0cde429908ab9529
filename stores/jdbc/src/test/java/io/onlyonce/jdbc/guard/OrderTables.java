package io.onlyonce.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.jdbc.SqlFailures;
import io.onlyonce.jdbc.guard.OrderMachine.Delivery;
import io.onlyonce.jdbc.guard.OrderMachine.State;
import io.onlyonce.state.Event;
import io.onlyonce.state.Occurrence;
import io.onlyonce.state.Transition;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Orders and their history as the shop keeps them, on one database through one kind of session. */
final class OrderTables {
    static final StatusTable TABLE =
            StatusTable.of("orders", "order_id", "status").version("version").history("order_history", "order_id");

    /** What is committed need not survive a power cut, and deadlocks are looked for at once, not after a second. */
    private static final String IN_A_HURRY = """
            DO $$ BEGIN
                EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database());
                EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = 10', current_database());
            END $$
            """;

    private final DataSource pool;
    private final Kind kind;
    private final JdbcTransactions transactions;
    private final JdbcTransitions<State> transitions;
    private final AtomicInteger retries = new AtomicInteger();

    /** How the sessions behave where databases differ. */
    enum Kind {
        /** Each statement sees what is committed. */
        READ_COMMITTED,
        /** A snapshot that only plain reads look at; a guarded statement that changes nothing keeps its locks. */
        INNODB_SNAPSHOT,
        /** A snapshot, and an error for who writes to a row that has changed since. */
        STRICT_SNAPSHOT
    }

    OrderTables(DataSource pool, Kind kind) {
        this.pool = pool;
        this.kind = kind;
        this.transactions = new JdbcTransactions(pool);
        this.transitions = new JdbcTransitions<>(transactions, OrderMachine.ORDERS, TABLE);
    }

    /** Makes the tables, and a few plainer ones. */
    static void create(TestDatabase database) {
        boolean innodb = database.url().startsWith("jdbc:m");
        if (database.url().startsWith("jdbc:postgresql")) {
            database.execute(IN_A_HURRY);
        }
        create(database, "orders", "order_history", innodb);
        database.execute(
                "CREATE TABLE stock_return (order_id VARCHAR(64) NOT NULL)",
                "CREATE TABLE ticket (id BIGINT NOT NULL PRIMARY KEY, status VARCHAR(16) NOT NULL)",
                "CREATE TABLE twin (id BIGINT NOT NULL, status VARCHAR(16) NOT NULL)");
    }

    static void create(TestDatabase database, String orders, String history, boolean innodb) {
        StatusTable table = StatusTable.of(orders, "order_id", "status");
        String check = database.url().startsWith("jdbc:h2")
                ? "POSITION(status, 'PENDING PAYING PAID FAILED CANCELLED REFUNDED') > 0" // H2 2.4 takes an IN to its
                // grave with the session that
                // made it
                : new JdbcTransitions<>(OrderTables::nowhere, OrderMachine.ORDERS, table).checkConstraint();
        database.execute("""
                CREATE TABLE %s (
                    order_id VARCHAR(64) NOT NULL PRIMARY KEY,
                    status   VARCHAR(16) NOT NULL,
                    version  BIGINT      NOT NULL DEFAULT 1,
                    CHECK (%s)
                )
                """.formatted(orders, check), """
                CREATE TABLE %s (
                    order_id    VARCHAR(64)  NOT NULL,
                    seq         BIGINT       NOT NULL,
                    from_status VARCHAR(16),
                    to_status   VARCHAR(16)  NOT NULL,
                    cause       VARCHAR(200) NOT NULL,
                    at          %s NOT NULL,
                    occurrence  VARCHAR(200)%s,
                    PRIMARY KEY (order_id, seq),
                    CONSTRAINT %s_occurrence UNIQUE (order_id, occurrence)
                )
                """.formatted(
                        history,
                        innodb ? "DATETIME(6)" : "TIMESTAMP(6) WITH TIME ZONE",
                        innodb ? " CHARACTER SET ascii COLLATE ascii_bin" : "",
                        history));
    }

    private static Connection nowhere() {
        throw new IllegalStateException("never asked");
    }

    DataSource pool() {
        return pool;
    }

    Kind kind() {
        return kind;
    }

    JdbcTransactions transactions() {
        return transactions;
    }

    JdbcTransitions<State> transitions() {
        return transitions;
    }

    /** How often a whole transaction had to be run again because the database demanded it. */
    int retries() {
        return retries.get();
    }

    /** Another client of the same database. */
    OrderTables other() {
        return new OrderTables(pool, kind);
    }

    /** Runs in a transaction and commits; again where the database demands it. */
    <R> R inTransaction(Callable<R> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return transactions.run(() -> Ended.commit(work.call()));
            } catch (Exception e) {
                if (!SqlFailures.retryable(e) || attempt == 100) {
                    throw e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
                }
                retries.incrementAndGet();
            }
        }
    }

    /** A new order that has come to this state the legal way. */
    String place(State state) {
        return inTransaction(() -> {
            String id = insert(State.PENDING);
            transitions.begin(id, "placed");
            for (Event<State> event : OrderMachine.wayTo(state)) {
                assertThat(transitions.advance(id, event, "on the way")).isInstanceOf(Transition.Applied.class);
            }
            return id;
        });
    }

    /** A new order without a history, in the transaction that is open on this thread. */
    String insert(State state) throws SQLException {
        String id = UUID.randomUUID().toString();
        execute("INSERT INTO orders (order_id, status) VALUES (?, ?)", id, state.name());
        return id;
    }

    /** Delivers in the transaction that is open on this thread. */
    Transition<State> deliverHere(String id, Delivery delivery) {
        String occurrence = delivery.occurrence();
        return occurrence == null
                ? transitions.advance(id, delivery.event(), "delivered")
                : transitions.advance(id, delivery.event(), new Occurrence(occurrence), "delivered");
    }

    Transition<State> deliver(String id, Delivery delivery) {
        return inTransaction(() -> deliverHere(id, delivery));
    }

    Transition<State> deliver(String id, Event<State> event) {
        return deliver(id, Delivery.of(event));
    }

    /** What one order looks like from outside. */
    record Seen(String status, long version, long history, long occurrences) {}

    /** As a plain query on this thread's transaction shows it. */
    Seen seeHere(String id) throws SQLException {
        return see(transactions.connection(), id);
    }

    /** As it is committed. */
    Seen see(String id) {
        return inTransaction(() -> seeHere(id));
    }

    private static Seen see(Connection connection, String id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("""
                SELECT status, version,
                    (SELECT COUNT(*) FROM order_history h WHERE h.order_id = o.order_id),
                    (SELECT COUNT(occurrence) FROM order_history h WHERE h.order_id = o.order_id)
                FROM orders o WHERE order_id = ?
                """)) {
            statement.setString(1, id);
            try (ResultSet row = statement.executeQuery()) {
                assertThat(row.next()).isTrue();
                return new Seen(row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4));
            }
        }
    }

    /** Executes a statement in the transaction that is open on this thread. */
    int execute(String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = transactions.connection().prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement.executeUpdate();
        }
    }

    long count(String sql, Object... parameters) {
        return inTransaction(() -> {
            try (PreparedStatement statement = transactions.connection().prepareStatement(sql)) {
                for (int i = 0; i < parameters.length; i++) {
                    statement.setObject(i + 1, parameters[i]);
                }
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return row.getLong(1);
                }
            }
        });
    }

    /** Everything that is committed is legal. */
    void mustBeLegal() {
        assertThat(transitions.audit(pool)).isEmpty();
    }
}
