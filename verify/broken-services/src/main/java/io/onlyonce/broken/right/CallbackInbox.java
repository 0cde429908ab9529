package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.CallbackDesk;
import io.onlyonce.broken.shop.Notice;
import io.onlyonce.broken.shop.Shop;
import java.sql.SQLException;

/**
 * Right: the notice's identity is inserted first, in the transaction that books it; a duplicate waits for the first one's end and is acknowledged like it. A status changes
 * only where that is legal, and money is booked whatever the status is.
 */
public final class CallbackInbox extends CallbackDesk {
    public CallbackInbox(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer receive(Notice notice) throws Exception {
        try {
            shop.database().inTransaction(connection -> {
                shop.inbox().put(connection, "callback " + notice.noticeId(), notice.ref());
                shop.books().book(connection, notice);
                return notice;
            });
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
        }
        return Answer.acknowledged();
    }
}
