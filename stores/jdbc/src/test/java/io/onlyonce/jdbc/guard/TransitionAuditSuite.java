package io.onlyonce.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.onlyonce.jdbc.guard.IllegalEdge.Problem;
import io.onlyonce.jdbc.guard.OrderMachine.State;
import io.onlyonce.state.Transition;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The audit finds what was written past the machine, in transactions that are rolled back. */
abstract class TransitionAuditSuite {
    private final OrderTables orders;

    TransitionAuditSuite(OrderTables orders) {
        this.orders = orders;
    }

    /** What is done to an order, on the open transaction. */
    private interface Tampering {
        void at(String id) throws SQLException;
    }

    private List<Tuple> after(State state, Tampering tampering) throws Exception {
        String id = orders.place(state);
        assertThat(orders.transitions().audit(orders.pool())).isEmpty();
        return orders.transactions().run(() -> {
            tampering.at(id);
            List<Tuple> found = new ArrayList<>();
            Connection connection = orders.transactions().connection();
            for (IllegalEdge edge :
                    TransitionAudit.read(connection, orders.transitions().illegalData())) {
                assertThat(edge.id()).isEqualTo(id);
                found.add(tuple(edge.seq(), edge.from(), edge.to(), edge.problem()));
            }
            return Ended.rollBack(found);
        });
    }

    private void note(String id, int seq, String from, String to) throws SQLException {
        orders.execute(
                "INSERT INTO order_history (order_id, seq, from_status, to_status, cause, at) VALUES (?, ?, ?, ?, 'by hand', CURRENT_TIMESTAMP(6))",
                id,
                seq,
                from,
                to);
    }

    private void set(String id, String status) throws SQLException {
        orders.execute("UPDATE orders SET status = ? WHERE order_id = ?", status, id);
    }

    @Test
    @DisplayName("B-34 a shipped order that was set back: an edge that no event makes")
    void edge() throws Exception {
        assertThat(after(State.PAID, id -> {
                    note(id, 3, "PAID", "PENDING");
                    set(id, "PENDING");
                }))
                .containsExactly(tuple(3L, "PAID", "PENDING", Problem.EDGE));
    }

    @Test
    @DisplayName("an entry that does not go on where the last one ended, one that is missing, one from nowhere")
    void chain() throws Exception {
        assertThat(after(State.PENDING, id -> {
                    note(id, 2, "PAYING", "PAID");
                    set(id, "PAID");
                }))
                .containsExactly(tuple(2L, "PAYING", "PAID", Problem.CHAIN));
        assertThat(after(State.PENDING, id -> {
                    note(id, 3, "PENDING", "PAID");
                    set(id, "PAID");
                }))
                .containsExactly(tuple(3L, "PENDING", "PAID", Problem.CHAIN));
        assertThat(after(State.PENDING, id -> {
                    note(id, 2, null, "PAID");
                    set(id, "PAID");
                }))
                .containsExactly(tuple(2L, null, "PAID", Problem.CHAIN));
    }

    @Test
    @DisplayName("a row that began elsewhere, and one that did not begin")
    void start() throws Exception {
        assertThat(after(
                        State.PAYING,
                        id -> orders.execute("DELETE FROM order_history WHERE order_id = ? AND seq = 1", id)))
                .containsExactly(tuple(2L, "PENDING", "PAYING", Problem.START));
        assertThat(after(State.PENDING, id -> {
                    orders.execute("UPDATE order_history SET to_status = 'PAID' WHERE order_id = ?", id);
                    set(id, "PAID");
                }))
                .containsExactly(tuple(1L, null, "PAID", Problem.START));
    }

    @Test
    @DisplayName("a status that was written past the history, and a row without one")
    void current() throws Exception {
        assertThat(after(State.PAYING, id -> set(id, "PAID")))
                .containsExactly(tuple(2L, "PAYING", "PAID", Problem.CURRENT));
        assertThat(after(State.PENDING, id -> orders.execute("DELETE FROM order_history WHERE order_id = ?", id)))
                .containsExactly(tuple(null, null, "PENDING", Problem.CURRENT));
    }

    @Test
    @DisplayName(
            "rows that are older than their history: adopted they are legal and go on, else the first transition is told by the audit")
    void older() throws Exception {
        orders.transactions().run(() -> {
            String adopted = orders.insert(State.PAYING);
            assertThat(orders.execute(orders.transitions().adoption())).isEqualTo(1);
            String forgotten = orders.insert(State.PAYING);
            for (String id : List.of(adopted, forgotten)) {
                assertThat(orders.transitions().advance(id, State.PAID, "paid"))
                        .isEqualTo(new Transition.Applied<>(State.PAID));
            }
            assertThat(TransitionAudit.read(
                            orders.transactions().connection(),
                            orders.transitions().illegalData()))
                    .containsExactly(new IllegalEdge(forgotten, 1L, null, "PAID", Problem.START));
            return Ended.rollBack(true);
        });
    }
}
