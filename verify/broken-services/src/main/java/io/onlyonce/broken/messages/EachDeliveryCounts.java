package io.onlyonce.broken.messages;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Message;
import io.onlyonce.broken.shop.MessageDesk;
import io.onlyonce.broken.shop.Shop;

/**
 * Fault: every delivery counts. "Our broker delivers exactly once" is what the product's page says; it means something else. Each redelivery awards the points again.
 */
public final class EachDeliveryCounts extends MessageDesk {
    public EachDeliveryCounts(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer receive(Message message) throws Exception {
        shop.database().inTransaction(connection -> {
            shop.points().award(connection, message);
            return message;
        });
        return Answer.acknowledged();
    }
}
