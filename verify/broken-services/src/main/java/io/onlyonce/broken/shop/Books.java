package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** What a provider's notice does: money that moved is booked whatever the order's status is, and the order takes the step if it is legal. Thread-safe. */
public final class Books {
    private final Partner partner;
    private final Orders orders;
    private final Money money;

    Books(Partner partner, Orders orders, Money money) {
        this.partner = partner;
        this.orders = orders;
        this.money = money;
    }

    /** Asks the ledger, then books: the effect of a callback. */
    public void book(Connection connection, Notice notice) throws SQLException {
        ask(connection, notice);
        switch (notice.kind()) {
            case PAID -> take(connection, notice, Step.PAY);
            case CLOSED -> take(connection, notice, Step.CLOSE);
            case PARTIAL_REFUND -> {}
        }
        move(connection, notice);
    }

    /** The ledger is asked whether it takes this. */
    public void ask(Connection connection, Notice notice) throws SQLException {
        Optional<Order> order = orders.find(connection, notice.orderId());
        partner.ask(notice.noticeId(), order.map(Order::sku).orElse(notice.orderId()));
    }

    private void take(Connection connection, Notice notice, Step step) throws SQLException {
        if (orders.take(connection, notice.orderId(), step)) {
            orders.note(connection, notice.ref(), notice.orderId(), step.from(), step.to());
        }
    }

    /** The journal's row, and the money. */
    public void move(Connection connection, Notice notice) throws SQLException {
        Rows.update(
                connection,
                "INSERT INTO notice (ref, notice_id, order_id) VALUES (?, ?, ?)",
                notice.ref(),
                notice.noticeId(),
                notice.orderId());
        switch (notice.kind()) {
            case PAID -> money.move(connection, notice.ref(), notice.orderId(), Money.SHOP, notice.amount());
            case PARTIAL_REFUND ->
                money.move(
                        connection,
                        notice.ref(),
                        notice.orderId(),
                        Money.SHOP,
                        notice.amount().negate());
            case CLOSED -> {}
        }
    }
}
