package io.onlyonce.broken.messages;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Message;
import io.onlyonce.broken.shop.MessageDesk;
import io.onlyonce.broken.shop.Shop;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fault: the message is acknowledged when it is taken, not when its work is committed, as with automatic acknowledgement. What fails afterwards, or dies with the process,
 * is not delivered again.
 */
public final class MessageAcknowledgedBeforeCommit extends MessageDesk {
    private static final Logger log = LoggerFactory.getLogger(MessageAcknowledgedBeforeCommit.class);

    private final ExecutorService later = Executors.newSingleThreadExecutor();

    public MessageAcknowledgedBeforeCommit(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer receive(Message message) {
        later.execute(() -> award(message));
        return Answer.acknowledged();
    }

    private void award(Message message) {
        try {
            shop.database().inTransaction(connection -> {
                shop.inbox().put(connection, "message " + message.messageId(), message.ref());
                shop.points().award(connection, message);
                return message;
            });
        } catch (Exception e) {
            log.info("{} was not handled: {}", message, e.toString());
        }
    }

    @Override
    public void stop() {
        later.shutdownNow();
    }
}
