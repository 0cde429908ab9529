package io.onlyonce.broken.messages;

import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.shop.Message;
import io.onlyonce.broken.shop.OutboxDesk;
import io.onlyonce.broken.shop.Relay;
import io.onlyonce.broken.shop.Shop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Fault: the relay remembers the last number that it has sent and asks for what is above. Numbers are given at the insert and seen at the commit: a message whose
 * transaction took longer comes to light below the mark, and is never sent.
 */
public final class OutboxLastIdSeen extends OutboxDesk {
    private final Relay relay = new Relay();
    private final ExecutorService senders = Executors.newFixedThreadPool(4);

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
        long last = shop.database().inAutoCommit(Relay::position);
        List<Relay.Row> rows = shop.database().inAutoCommit(connection -> Relay.above(connection, last));
        List<Future<Relay.Row>> sent = new ArrayList<>();
        for (Relay.Row row : rows) {
            sent.add(senders.submit(() -> {
                consume(row.message());
                return row;
            }));
        }
        for (Future<Relay.Row> one : sent) {
            Relay.Row row = one.get();
            shop.database().inAutoCommit(connection -> Relay.come(connection, row.number()));
        }
    }

    @Override
    public void stop() {
        relay.stop();
        senders.shutdownNow();
    }
}
