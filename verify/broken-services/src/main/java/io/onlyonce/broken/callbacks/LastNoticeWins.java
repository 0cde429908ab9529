package io.onlyonce.broken.callbacks;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.CallbackDesk;
import io.onlyonce.broken.shop.Notice;
import io.onlyonce.broken.shop.Order;
import io.onlyonce.broken.shop.Shop;
import io.onlyonce.broken.shop.Status;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Fault: the order becomes what the last notice says. Notices overtake one another: a late "closed" turns an order back that was paid in the meantime, and the money is
 * there without an order.
 */
public final class LastNoticeWins extends CallbackDesk {
    public LastNoticeWins(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer receive(Notice notice) throws Exception {
        try {
            shop.database().inTransaction(connection -> {
                shop.inbox().put(connection, "callback " + notice.noticeId(), notice.ref());
                shop.books().ask(connection, notice);
                switch (notice.kind()) {
                    case PAID -> become(connection, notice, Status.PAID);
                    case CLOSED -> become(connection, notice, Status.CLOSED);
                    case PARTIAL_REFUND -> {}
                }
                shop.books().move(connection, notice);
                return notice;
            });
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
        }
        return Answer.acknowledged();
    }

    private void become(Connection connection, Notice notice, Status status) throws SQLException {
        Optional<Order> order = shop.orders().lock(connection, notice.orderId());
        if (order.isPresent()) {
            String sql = "UPDATE orders SET status = ? WHERE order_id = ?";
            Rows.update(connection, sql, status.name(), notice.orderId());
            shop.orders()
                    .note(
                            connection,
                            notice.ref(),
                            notice.orderId(),
                            order.get().status(),
                            status);
        }
    }
}
