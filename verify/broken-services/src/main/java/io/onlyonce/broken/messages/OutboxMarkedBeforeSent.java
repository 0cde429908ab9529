package io.onlyonce.broken.messages;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Message;
import io.onlyonce.broken.shop.OutboxDesk;
import io.onlyonce.broken.shop.Relay;
import io.onlyonce.broken.shop.Shop;
import java.util.List;

/**
 * Fault: the relay marks the messages as sent, commits, and sends them then, so that two relays do not send the same. A message whose consumer fails, or that a dying process
 * has in its hands, is marked and was never taken.
 */
public final class OutboxMarkedBeforeSent extends OutboxDesk {
    private final Relay relay = new Relay();

    public OutboxMarkedBeforeSent(Shop shop) {
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
        List<Relay.Row> rows = shop.database().inTransaction(connection -> {
            List<Relay.Row> found = Relay.takeUnsent(connection);
            for (Relay.Row row : found) {
                Relay.markSent(connection, row);
            }
            return found;
        });
        for (Relay.Row row : rows) {
            consume(row.message());
        }
    }

    @Override
    public void stop() {
        relay.stop();
    }
}
