package io.onlyonce.shop.order;

import io.onlyonce.shop.database.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Every transition of every order, one row each, written in the transition's own transaction. */
@Component
public class OrderHistory {
    private final JdbcClient jdbc;

    OrderHistory(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * One transition.
     *
     * @param from the state before; null for a new order
     */
    public record Entry(@Nullable OrderStatus from, OrderStatus to, Instant at, String cause) {}

    /** Notes the state that the order has just reached; its version, which each transition counts up, gives the place. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void note(String orderId, @Nullable OrderStatus from, String cause) {
        jdbc.sql("""
                        INSERT INTO order_history (order_id, seq, from_status, to_status, cause, at)
                        SELECT order_id, version, :from, status, :cause, CURRENT_TIMESTAMP(6) FROM orders WHERE order_id = :orderId
                        """)
                .param("from", from == null ? null : from.name())
                .param("cause", cause)
                .param("orderId", orderId)
                .update();
    }

    /** The order's transitions, oldest first. */
    public List<Entry> of(String orderId) {
        return jdbc.sql(
                        "SELECT from_status, to_status, at, cause FROM order_history WHERE order_id = :orderId ORDER BY seq")
                .param("orderId", orderId)
                .query(OrderHistory::read)
                .list();
    }

    private static Entry read(ResultSet row, int number) throws SQLException {
        String from = row.getString("from_status");
        return new Entry(
                from == null ? null : OrderStatus.valueOf(from),
                OrderStatus.valueOf(row.getString("to_status")),
                Instants.get(row, "at"),
                row.getString("cause"));
    }
}
