package io.onlyonce.broken.messages;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Message;
import io.onlyonce.broken.shop.MessageDesk;
import io.onlyonce.broken.shop.Shop;
import java.sql.SQLException;

/**
 * Fault: the message is marked as done in a transaction of its own, before it is done. If the work fails the broker delivers again, the mark is found, the message is
 * acknowledged, and the points are never awarded.
 */
public final class MessageMarkedBeforeDone extends MessageDesk {
    public MessageMarkedBeforeDone(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer receive(Message message) throws Exception {
        try {
            shop.database().inTransaction(connection -> {
                shop.inbox().put(connection, "message " + message.messageId(), message.ref());
                return message;
            });
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
            return Answer.acknowledged();
        }
        shop.database().inTransaction(connection -> {
            shop.points().award(connection, message);
            return message;
        });
        return Answer.acknowledged();
    }
}
