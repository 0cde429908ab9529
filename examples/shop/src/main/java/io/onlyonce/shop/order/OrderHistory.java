package io.onlyonce.shop.order;

import io.onlyonce.shop.database.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads the transitions of orders; {@link io.onlyonce.jdbc.guard.JdbcTransitions} writes them, each in its own transaction. */
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
