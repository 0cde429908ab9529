package io.onlyonce.jdbc.guard;

import static io.onlyonce.jdbc.guard.OrderMachine.CANCEL;
import static io.onlyonce.jdbc.guard.OrderMachine.ORDERS;
import static io.onlyonce.jdbc.guard.OrderMachine.PAY;
import static io.onlyonce.jdbc.guard.OrderMachine.REFUND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.MisuseException;
import io.onlyonce.jdbc.SqlFailures;
import io.onlyonce.jdbc.StatementFailedException;
import io.onlyonce.jdbc.guard.OrderMachine.State;
import io.onlyonce.jdbc.guard.OrderTables.Seen;
import io.onlyonce.state.Event;
import io.onlyonce.state.Occurrence;
import io.onlyonce.state.Transition;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Where guarded transitions end: plain tables, misuse, and what the database holds by itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TransitionLimitsSuite {
    private final OrderTables orders;
    private final JdbcTransitions<State> transitions;

    TransitionLimitsSuite(OrderTables orders) {
        this.orders = orders;
        this.transitions = orders.transitions();
    }

    @AfterAll
    void allIsLegal() {
        orders.mustBeLegal();
    }

    @Test
    @DisplayName("without version and history, with ids that are numbers, and in a schema")
    void plainTable() throws Exception {
        JdbcTransitions<State> tickets =
                new JdbcTransitions<>(orders.transactions(), ORDERS, StatusTable.of("ticket", "id", "status"));
        long id = orders.count("SELECT COALESCE(MAX(id), 0) + 1 FROM ticket");
        orders.inTransaction(() -> orders.execute("INSERT INTO ticket (id, status) VALUES (?, 'PENDING')", id));
        assertThat(orders.inTransaction(() -> tickets.advance(id, PAY, "paid")))
                .isEqualTo(new Transition.Applied<>(State.PAID));
        assertThat(orders.inTransaction(() -> tickets.advance(id, CANCEL, "late")))
                .isEqualTo(new Transition.Illegal<>(State.PAID));
        assertThat(tickets.audit(orders.pool())).isEmpty();
        assertThatThrownBy(() ->
                        orders.inTransaction(() -> tickets.advance(id, REFUND, new Occurrence("evt_1"), "refund")))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("The ticket.status has no history");
        assertThatThrownBy(() -> orders.inTransaction(() -> {
                    tickets.begin(id, "placed");
                    return true;
                }))
                .isInstanceOf(MisuseException.class);

        orders.inTransaction(() -> orders.execute("UPDATE ticket SET status = 'LOST' WHERE id = ?", id));
        assertThatThrownBy(() -> orders.inTransaction(() -> tickets.advance(id, REFUND, "refund")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("A row's state in ticket.status is \"LOST\"");
        assertThat(tickets.audit(orders.pool()))
                .singleElement()
                .matches(found -> found.problem() == IllegalEdge.Problem.CURRENT && found.seq() == null)
                .matches(found -> "LOST".equals(found.to()) && ((Number) found.id()).longValue() == id);
        orders.inTransaction(() -> orders.execute("DELETE FROM ticket"));

        String schema = schema();
        JdbcTransitions<State> qualified = new JdbcTransitions<>(
                orders.transactions(),
                ORDERS,
                StatusTable.of(schema + ".orders", "order_id", "status")
                        .history(schema + ".order_history", "order_id"));
        String order = orders.place(State.PENDING);
        assertThat(orders.inTransaction(() -> qualified.advance(order, CANCEL, new Occurrence("evt_1"), "in a schema")))
                .isEqualTo(new Transition.Applied<>(State.CANCELLED));
        assertThat(qualified.audit(orders.pool())).isEmpty();
        assertThat(orders.inTransaction(() -> orders.execute(qualified.adoption())))
                .isZero();
    }

    private String schema() throws Exception {
        return orders.transactions().run(() -> {
            Connection connection = orders.transactions().connection();
            String schema = connection.getSchema();
            return Ended.rollBack(schema == null ? connection.getCatalog() : schema);
        });
    }

    @Test
    @DisplayName("an id that is not unique is found out, and nothing is kept")
    void twins() {
        JdbcTransitions<State> twins =
                new JdbcTransitions<>(orders.transactions(), ORDERS, StatusTable.of("twin", "id", "status"));
        orders.inTransaction(() -> orders.execute("DELETE FROM twin"));
        orders.inTransaction(
                () -> orders.execute("INSERT INTO twin (id, status) VALUES (1, 'PENDING'), (1, 'PENDING')"));
        assertThatThrownBy(() -> orders.inTransaction(() -> twins.advance(1L, PAY, "paid")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("changed 2 rows of twin for the id \"1\"");
        assertThat(orders.count("SELECT COUNT(*) FROM twin WHERE status = 'PENDING'"))
                .isEqualTo(2);
    }

    @Test
    @DisplayName("outside a transaction and in auto-commit nothing is done")
    void misuse() throws Exception {
        String id = orders.place(State.PENDING);
        assertThatThrownBy(() -> transitions.advance(id, PAY, "paid"))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("No transaction is open on this thread. JdbcTransitions works inside");
        assertThatThrownBy(() -> transitions.begin(id, "placed")).isInstanceOf(MisuseException.class);
        try (Connection connection = orders.pool().getConnection()) {
            boolean before = connection.getAutoCommit();
            connection.setAutoCommit(true);
            JdbcTransitions<State> loose = new JdbcTransitions<>(() -> connection, ORDERS, OrderTables.TABLE);
            assertThatThrownBy(() -> loose.advance(id, State.PAID, "paid"))
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("auto-commit");
            assertThatThrownBy(() -> loose.advance(id, PAY, new Occurrence("evt_1"), "paid"))
                    .isInstanceOf(MisuseException.class);
            connection.setAutoCommit(before);
        }
        Event<State> foreign = Event.named("revive").to(State.PAYING).from(State.CANCELLED);
        assertThatThrownBy(() -> orders.deliver(id, foreign))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("revive [CANCELLED] -> PAYING is none of this machine");
        assertThatThrownBy(() -> orders.inTransaction(() -> transitions.advance(id, State.PENDING, "back")))
                .isInstanceOf(MisuseException.class)
                .hasMessageContaining("No event leads to PENDING");
        assertThat(orders.see(id)).isEqualTo(new Seen("PENDING", 1, 1, 0));
    }

    @Test
    @DisplayName("a history begins once, with a row in the machine's start")
    void begins() {
        String id = orders.place(State.PENDING);
        assertThatThrownBy(() -> orders.inTransaction(() -> {
                    transitions.begin(id, "again");
                    return true;
                }))
                .isInstanceOf(StatementFailedException.class)
                .matches(e -> !SqlFailures.retryable(e));
        for (String wrong : List.of("missing", orders.place(State.PAYING))) {
            assertThatThrownBy(() -> orders.inTransaction(() -> {
                        transitions.begin(wrong, "placed");
                        return true;
                    }))
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("There is no row " + wrong + " in state PENDING");
        }
        assertThat(orders.see(id)).isEqualTo(new Seen("PENDING", 1, 1, 0));
    }

    @Test
    @DisplayName("the check constraint holds what is written past the machine")
    void checkConstraint() {
        assertThat(transitions.checkConstraint())
                .isEqualTo("status IN ('PENDING', 'PAYING', 'PAID', 'FAILED', 'CANCELLED', 'REFUNDED')");
        String id = orders.place(State.PENDING);
        assertThatThrownBy(() -> orders.inTransaction(
                        () -> orders.execute("UPDATE orders SET status = 'SHIPPED' WHERE order_id = ?", id)))
                .hasCauseInstanceOf(SQLException.class);
        assertThat(orders.see(id).status()).isEqualTo("PENDING");
    }
}
