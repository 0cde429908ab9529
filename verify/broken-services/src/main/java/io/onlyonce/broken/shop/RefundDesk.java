package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Json;
import io.onlyonce.broken.frame.Routes;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.frame.Service;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/** Gives money back: {@code POST /orders/{id}/refunds} with a key, after {@code POST /orders} and {@code POST /orders/{id}/pay}. */
public abstract class RefundDesk implements Service {
    /** All that the shop has. */
    protected final Shop shop;

    protected RefundDesk(Shop shop) {
        this.shop = shop;
    }

    @Override
    public void open(Routes routes) {
        new Preparation(shop).open(routes);
        routes.post(
                "/orders/{id}/pay",
                request -> shop.database()
                        .inTransaction(connection ->
                                shop.steps().take(connection, request.path().get(0), request.text("ref"), Step.PAY)));
        routes.post(
                "/orders/{id}/refunds",
                request -> refund(Call.of(request), request.path().get(0), request.money("amount")));
    }

    /** Answers one request. */
    protected abstract Answer refund(Call call, String orderId, BigDecimal amount) throws Exception;

    /** What was refunded of an order so far. */
    protected static BigDecimal refunded(Connection connection, String orderId) throws SQLException {
        String sql = "SELECT COALESCE(SUM(amount), 0) FROM refund WHERE order_id = ?";
        return Rows.first(connection, sql, row -> row.getBigDecimal(1), orderId).orElseThrow();
    }

    /** Books a refund: the effect. */
    protected Answer book(Connection connection, Call call, Order order, BigDecimal amount) throws SQLException {
        String refundNo = UUID.randomUUID().toString();
        Rows.update(
                connection,
                "INSERT INTO refund (refund_no, ref, order_id, amount) VALUES (?, ?, ?, ?)",
                refundNo,
                call.ref(),
                order.orderId(),
                amount);
        shop.money().move(connection, call.ref(), order.orderId(), order.userId(), amount);
        return Answer.created(
                "/refunds/" + refundNo,
                Json.object("refundNo", refundNo, "ref", call.ref(), "amount", amount.toPlainString()));
    }
}
