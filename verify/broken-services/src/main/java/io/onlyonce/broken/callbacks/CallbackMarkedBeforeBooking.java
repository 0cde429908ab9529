package io.onlyonce.broken.callbacks;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.CallbackDesk;
import io.onlyonce.broken.shop.Notice;
import io.onlyonce.broken.shop.Shop;
import java.sql.SQLException;

/**
 * Fault: the notice is marked as handled in a transaction of its own, before it is booked. If the booking fails the provider gets an error, as he should; his next
 * delivery meets the mark, is acknowledged, and the money is never booked.
 */
public final class CallbackMarkedBeforeBooking extends CallbackDesk {
    public CallbackMarkedBeforeBooking(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer receive(Notice notice) throws Exception {
        try {
            shop.database().inTransaction(connection -> {
                shop.inbox().put(connection, "callback " + notice.noticeId(), notice.ref());
                return notice;
            });
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
            return Answer.acknowledged();
        }
        shop.database().inTransaction(connection -> {
            shop.books().book(connection, notice);
            return notice;
        });
        return Answer.acknowledged();
    }
}
