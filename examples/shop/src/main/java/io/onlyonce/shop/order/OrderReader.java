package io.onlyonce.shop.order;

import io.onlyonce.shop.Money;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.Texts;
import io.onlyonce.shop.database.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Reads orders. */
@Repository
public class OrderReader {
    private final JdbcClient jdbc;

    OrderReader(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * @throws io.onlyonce.shop.Problem if there is no such order
     */
    public Order get(String orderId) {
        return find(orderId).orElseThrow(() -> Problems.noSuch("order", orderId));
    }

    private Optional<Order> find(String orderId) {
        if (!Texts.isId(orderId)) {
            return Optional.empty();
        }
        return jdbc.sql("""
                        SELECT order_id, user_id, request_no, sku, quantity, amount, status, created_at, paid_at
                        FROM orders WHERE order_id = :orderId
                        """)
                .param("orderId", orderId)
                .query((row, number) -> read(row))
                .optional();
    }

    /** The user's newest orders. */
    public List<Order> newest(String userId, int limit) {
        return jdbc.sql("""
                        SELECT order_id, user_id, request_no, sku, quantity, amount, status, created_at, paid_at
                        FROM orders WHERE user_id = :userId ORDER BY created_at DESC, order_id DESC LIMIT :limit
                        """)
                .param("userId", userId)
                .param("limit", limit)
                .query((row, number) -> read(row))
                .list();
    }

    /** How many orders the user has. */
    public long count(String userId) {
        return jdbc.sql("SELECT COUNT(*) FROM orders WHERE user_id = :userId")
                .param("userId", userId)
                .query(Long.class)
                .single();
    }

    static Order read(ResultSet row) throws SQLException {
        return new Order(
                row.getString("order_id"),
                row.getString("user_id"),
                row.getString("request_no"),
                row.getString("sku"),
                row.getInt("quantity"),
                new Money(row.getBigDecimal("amount")),
                OrderStatus.valueOf(row.getString("status")),
                Instants.get(row, "created_at"),
                Instants.find(row, "paid_at"));
    }
}
