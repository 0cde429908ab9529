package io.onlyonce.broken.right;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Message;
import io.onlyonce.broken.shop.OutboxDesk;
import io.onlyonce.broken.shop.Relay;
import io.onlyonce.broken.shop.Shop;
import java.util.List;

/**
 * Right: the message is committed with the payment, and a relay takes what is not marked yet, past what others have in their hands; it marks a message after its consumer has
 * taken it. A message may be sent twice, and the consumer takes it once.
 */
public final class OutboxSkipLocked extends OutboxDesk {
    private final Relay relay = new Relay();

    public OutboxSkipLocked(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer pay(Message message) throws Exception {
        shop.database().inTransaction(connection -> {
            if (paidNow(connection, message)) {
                Relay.put(connection, message);
            }
            return message;
        });
        return answer(message);
    }

    @Override
    public void start() {
        relay.start(this::round);
    }

    private void round() throws Exception {
        shop.database().inTransaction(connection -> {
            List<Relay.Row> rows = Relay.takeUnsent(connection);
            for (Relay.Row row : rows) {
                consume(row.message());
                Relay.markSent(connection, row);
            }
            return rows;
        });
    }

    @Override
    public void stop() {
        relay.stop();
    }
}
