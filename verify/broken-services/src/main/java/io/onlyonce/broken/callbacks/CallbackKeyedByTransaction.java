package io.onlyonce.broken.callbacks;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.CallbackDesk;
import io.onlyonce.broken.shop.Notice;
import io.onlyonce.broken.shop.Shop;
import java.sql.SQLException;

/**
 * Fault: the transaction's number is taken for the notice's. One payment brings several notices: paid, then refunded in part. All but the first are acknowledged as
 * duplicates and never booked.
 */
public final class CallbackKeyedByTransaction extends CallbackDesk {
    public CallbackKeyedByTransaction(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer receive(Notice notice) throws Exception {
        try {
            shop.database().inTransaction(connection -> {
                shop.inbox().put(connection, "callback " + notice.transactionId(), notice.ref());
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
