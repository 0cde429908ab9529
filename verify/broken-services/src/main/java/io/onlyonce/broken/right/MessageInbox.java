package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Message;
import io.onlyonce.broken.shop.MessageDesk;
import io.onlyonce.broken.shop.Shop;
import java.sql.SQLException;

/** Right: the message's identity is inserted in the transaction of its work, and it is acknowledged after the commit. */
public final class MessageInbox extends MessageDesk {
    public MessageInbox(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer receive(Message message) throws Exception {
        try {
            shop.database().inTransaction(connection -> {
                shop.inbox().put(connection, "message " + message.messageId(), message.ref());
                shop.points().award(connection, message);
                return message;
            });
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
        }
        return Answer.acknowledged();
    }
}
