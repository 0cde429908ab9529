package io.onlyonce.broken.messages;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Message;
import io.onlyonce.broken.shop.OutboxDesk;
import io.onlyonce.broken.shop.Shop;

/**
 * Fault: the message is sent after the commit, from memory. A process that dies between the two has an order that is paid and a message that nobody will ever send: a
 * retry finds the order paid and sends nothing.
 */
public final class PublishAfterCommit extends OutboxDesk {
    public PublishAfterCommit(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer pay(Message message) throws Exception {
        boolean paid = shop.database().inTransaction(connection -> paidNow(connection, message));
        if (paid) {
            consume(message);
        }
        return answer(message);
    }
}
