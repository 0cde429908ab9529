package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Json;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.frame.Rows;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/** The steps of an order, each in the caller's transaction. Thread-safe. */
public final class Orders {
    private static final String SELECT =
            "SELECT order_id, user_id, sku, quantity, amount, status FROM orders WHERE order_id = ?";
    private static final String SELECT_LOCKED =
            "SELECT order_id, user_id, sku, quantity, amount, status FROM orders WHERE order_id = ? FOR UPDATE";

    private final Partner partner;
    private final Products products;

    Orders(Partner partner, Products products) {
        this.partner = partner;
        this.products = products;
    }

    /** Asks the warehouse, takes the stock, keeps the order: the effect of an order. A refusal has written nothing. */
    public Answer place(Connection connection, NewOrder order) throws SQLException {
        return place(connection, order, UUID.randomUUID().toString());
    }

    /** The same under a number that is chosen already. */
    public Answer place(Connection connection, NewOrder order, String orderId) throws SQLException {
        partner.ask(order.ref(), order.sku());
        return keep(connection, order, orderId);
    }

    /** The same without asking. */
    Answer keep(Connection connection, NewOrder order, String orderId) throws SQLException {
        if (!products.take(connection, order.sku(), order.quantity())) {
            return Problems.outOfStock();
        }
        Rows.update(
                connection,
                "INSERT INTO orders (order_id, ref, user_id, sku, quantity, amount, status) VALUES (?, ?, ?, ?, ?, ?, ?)",
                orderId,
                order.ref(),
                order.userId(),
                order.sku(),
                order.quantity(),
                order.amount(),
                Status.PENDING.name());
        return placed(orderId, order);
    }

    /** The answer to an order that is there. */
    public static Answer placed(String orderId, NewOrder order) {
        String body = Json.object(
                "orderId", orderId, "ref", order.ref(), "amount", order.amount().toPlainString());
        return Answer.created("/orders/" + orderId, body);
    }

    public Optional<Order> find(Connection connection, String orderId) throws SQLException {
        return Rows.first(connection, SELECT, Orders::read, orderId);
    }

    /** The same; nobody else changes it until this transaction ends. */
    public Optional<Order> lock(Connection connection, String orderId) throws SQLException {
        return Rows.first(connection, SELECT_LOCKED, Orders::read, orderId);
    }

    /** Takes the step, if the order is where the step begins. */
    public boolean take(Connection connection, String orderId, Step step) throws SQLException {
        String sql = "UPDATE orders SET status = ? WHERE order_id = ? AND status = ?";
        return Rows.update(
                        connection, sql, step.to().name(), orderId, step.from().name())
                == 1;
    }

    /** Whether the order has once come to this status. */
    public boolean hasBeen(Connection connection, String orderId, Status status) throws SQLException {
        String sql = "SELECT 1 FROM order_history WHERE order_id = ? AND to_status = ?";
        return Rows.first(connection, sql, row -> row.getInt(1), orderId, status.name())
                .isPresent();
    }

    /** Notes a step that was taken. */
    public void note(Connection connection, String ref, String orderId, Status from, Status to) throws SQLException {
        Rows.update(
                connection,
                "INSERT INTO order_history (order_id, ref, from_status, to_status) VALUES (?, ?, ?, ?)",
                orderId,
                ref,
                from.name(),
                to.name());
    }

    private static Order read(ResultSet row) throws SQLException {
        return new Order(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getInt(4),
                row.getBigDecimal(5),
                Status.valueOf(row.getString(6)));
    }
}
