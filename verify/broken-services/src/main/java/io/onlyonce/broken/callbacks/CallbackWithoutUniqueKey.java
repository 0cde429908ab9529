package io.onlyonce.broken.callbacks;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.CallbackDesk;
import io.onlyonce.broken.shop.Notice;
import io.onlyonce.broken.shop.Shop;

/**
 * Fault: every delivery is booked. The status is guarded, so the order is paid once, and that looks like enough; but the journal and the account get the money as often as
 * the provider sends its notice, and he sends it until he sees the answer.
 */
public final class CallbackWithoutUniqueKey extends CallbackDesk {
    public CallbackWithoutUniqueKey(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer receive(Notice notice) throws Exception {
        shop.database().inTransaction(connection -> {
            shop.books().book(connection, notice);
            return notice;
        });
        return Answer.acknowledged();
    }
}
