package io.onlyonce.broken.callbacks;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.CallbackDesk;
import io.onlyonce.broken.shop.Notice;
import io.onlyonce.broken.shop.Shop;

/**
 * Fault: looks whether the notice is known, books it, then notes it, and nothing refuses a second note. One delivery after the other is right; providers send from several
 * machines, and two deliveries at the same time are both booked.
 */
public final class CallbackCheckedThenBooked extends CallbackDesk {
    public CallbackCheckedThenBooked(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer receive(Notice notice) throws Exception {
        shop.database().inTransaction(connection -> {
            String sql = "SELECT 1 FROM notice WHERE notice_id = ?";
            if (Rows.first(connection, sql, row -> row.getInt(1), notice.noticeId())
                    .isEmpty()) {
                shop.books().book(connection, notice);
            }
            return notice;
        });
        return Answer.acknowledged();
    }
}
