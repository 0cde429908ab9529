package io.onlyonce.broken.messages;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Message;
import io.onlyonce.broken.shop.OutboxDesk;
import io.onlyonce.broken.shop.Relay;
import io.onlyonce.broken.shop.Shop;

/**
 * Fault: the relay remembers the last number that it has sent and asks for what is above. Numbers are given at the insert and seen at the commit: a message whose
 * transaction took longer comes to light below the mark, and is never sent.
 */
public final class OutboxLastIdSeen extends OutboxDesk {
    private final Relay relay = new Relay();
    private long last = -1;

    public OutboxLastIdSeen(Shop shop) {
        super(shop);
    }

    @Override
    protected Answer pay(Message message) throws Exception {
        shop.database().inTransaction(connection -> {
            if (paidNow(connection, message)) {
                Relay.put(connection, message);
                shop.partner().tell(); // the invoice is printed
                shop.partner().tell(); // and sent
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
        if (last < 0) {
            last = shop.database().inAutoCommit(Relay::position);
        }
        for (Relay.Row row : shop.database().inAutoCommit(connection -> Relay.above(connection, last))) {
            consume(row.message());
            last = row.number();
            shop.database().inAutoCommit(connection -> Relay.come(connection, last));
        }
    }

    @Override
    public void stop() {
        relay.stop();
    }
}
