package io.onlyonce.broken.messages;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Problems;
import io.onlyonce.broken.shop.Message;
import io.onlyonce.broken.shop.MessageDesk;
import io.onlyonce.broken.shop.Shop;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Fault: which messages were handled is kept in memory. A process that dies after its commit and before its acknowledgement gets the message again when it is back, and by
 * then it knows nothing; nor does a second consumer.
 */
public final class MessagesKnownInMemory extends MessageDesk {
    private final Map<String, CompletableFuture<Answer>> known = new ConcurrentHashMap<>();

    public MessagesKnownInMemory(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer receive(Message message) throws Exception {
        CompletableFuture<Answer> mine = new CompletableFuture<>();
        CompletableFuture<Answer> first = known.putIfAbsent(message.messageId(), mine);
        if (first != null) {
            return first.getNow(Problems.unavailable("This message is being handled."));
        }
        try {
            shop.database().inTransaction(connection -> {
                shop.points().award(connection, message);
                return message;
            });
            mine.complete(Answer.acknowledged());
        } catch (Exception e) {
            known.remove(message.messageId());
            throw e;
        }
        shop.partner().tell(); // the statistics are written
        return Answer.acknowledged();
    }
}
