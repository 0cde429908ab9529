package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.frame.Routes;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.frame.Service;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Pays orders and sees to the points that follow: {@code POST /orders/{id}/pay}, after {@code POST /orders}. One point for each order. */
public abstract class OutboxDesk implements Service {
    /** All that the shop has. */
    protected final Shop shop;

    protected OutboxDesk(Shop shop) {
        this.shop = shop;
    }

    @Override
    public void open(Routes routes) {
        new Preparation(shop).open(routes);
        routes.post("/orders/{id}/pay", request -> {
            Message message = new Message(request.path().get(0), request.text("ref"), request.user(), 1);
            shop.points().provide(message.userId());
            return pay(message);
        });
    }

    /**
     * Answers one request.
     *
     * @param message what is to be told once the order is paid; its number is the order's
     */
    protected abstract Answer pay(Message message) throws Exception;

    /** Pays in the caller's transaction; says whether this request has done it. */
    protected boolean paidNow(Connection connection, Message message) throws SQLException {
        String orderId = message.messageId();
        Optional<Order> order = shop.orders().find(connection, orderId);
        if (order.isEmpty()) {
            return false;
        }
        shop.partner().ask(message.ref(), order.get().sku());
        if (!shop.orders().take(connection, orderId, Step.PAY)) {
            return false;
        }
        shop.steps().follow(connection, order.get(), message.ref(), Step.PAY);
        return true;
    }

    /** The answer once it is paid, and before if it cannot be. */
    protected Answer answer(Message message) throws Exception {
        return shop.database().inTransaction(connection -> {
            Optional<Order> order = shop.orders().find(connection, message.messageId());
            return order.isEmpty()
                    ? Problems.notFound("order " + message.messageId())
                    : shop.steps().refused(connection, order.get(), message.ref(), Step.PAY);
        });
    }

    /** The consumer at the other end, which is right: it takes each message once. */
    protected void consume(Message message) throws Exception {
        try {
            shop.database().inTransaction(connection -> {
                shop.inbox().put(connection, "points " + message.messageId(), message.ref());
                shop.points().award(connection, message);
                return message;
            });
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
        }
    }
}
