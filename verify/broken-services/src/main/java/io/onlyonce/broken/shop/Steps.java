package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Json;
import io.onlyonce.broken.frame.Problems;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Takes the steps of an order, rightly: one guarded update decides, and what follows from it is in its transaction. Thread-safe. */
public final class Steps {
    private final Partner partner;
    private final Orders orders;
    private final Products products;
    private final Money money;

    Steps(Partner partner, Orders orders, Products products, Money money) {
        this.partner = partner;
        this.orders = orders;
        this.products = products;
        this.money = money;
    }

    /** Takes the step if it is legal; says the same of one that was taken before. */
    public Answer take(Connection connection, String orderId, String ref, Step step) throws SQLException {
        Optional<Order> order = orders.find(connection, orderId);
        if (order.isEmpty()) {
            return Problems.notFound("order " + orderId);
        }
        if (step == Step.PAY) {
            partner.ask(ref, order.get().sku());
        }
        if (!orders.take(connection, orderId, step)) {
            return refused(connection, order.get(), ref, step);
        }
        follow(connection, order.get(), ref, step);
        return done(orderId, ref, step);
    }

    /** The answer to a step that was not taken now: the first one's, if it was taken before. */
    public Answer refused(Connection connection, Order order, String ref, Step step) throws SQLException {
        return orders.hasBeen(connection, order.orderId(), step.to())
                ? done(order.orderId(), ref, step)
                : Problems.illegalTransition(order.status().name());
    }

    /** What a step brings with it: its note, the money, the stock. */
    public void follow(Connection connection, Order order, String ref, Step step) throws SQLException {
        follow(connection, order, ref, step.from(), step);
    }

    /** The same, from another status than the legal one. */
    public void follow(Connection connection, Order order, String ref, Status from, Step step) throws SQLException {
        orders.note(connection, ref, order.orderId(), from, step.to());
        switch (step) {
            case PAY ->
                money.move(
                        connection,
                        ref,
                        order.orderId(),
                        order.userId(),
                        order.amount().negate());
            case CANCEL -> products.giveBack(connection, order.sku(), order.quantity());
            case CLOSE, SHIP -> {}
        }
    }

    /** The step was taken. */
    public static Answer done(String orderId, String ref, Step step) {
        return Answer.ok(
                Json.object("orderId", orderId, "ref", ref, "status", step.to().name()));
    }
}
