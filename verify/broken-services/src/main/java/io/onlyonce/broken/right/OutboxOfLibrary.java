package io.onlyonce.broken.right;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.ThreadLocalContextTransactionManager;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import io.onlyonce.broken.frame.Answer;
import io.onlyonce.broken.frame.Rows;
import io.onlyonce.broken.shop.Message;
import io.onlyonce.broken.shop.OutboxDesk;
import io.onlyonce.broken.shop.Relay;
import io.onlyonce.broken.shop.Shop;
import java.time.Duration;
import java.util.Optional;

/** Right: the library transaction-outbox keeps the call in the payment's transaction and makes it until it succeeds. It may make it twice, and the consumer takes it once. */
public final class OutboxOfLibrary extends OutboxDesk {
    private static final Duration RETRY = Duration.ofMillis(500);

    private final Relay relay = new Relay();
    private final ThreadLocalContextTransactionManager transactions;
    private final TransactionOutbox outbox;

    /** What is called later. */
    public interface Award {
        void award(String orderId, String ref, String userId, long points) throws Exception;
    }

    public OutboxOfLibrary(Shop shop) {
        super(shop);
        this.transactions = TransactionManager.fromDataSource(shop.database().dataSource());
        Award award = (orderId, ref, userId, points) -> consume(new Message(orderId, ref, userId, points));
        this.outbox = TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                .instantiator(Instantiator.using(type -> award))
                .attemptFrequency(RETRY)
                .initializeImmediately(false)
                .build();
    }

    @Override
    protected Answer pay(Message message) throws Exception {
        transactions.inTransactionThrows(transaction -> {
            if (paidNow(transaction.connection(), message)) {
                outbox.schedule(Award.class)
                        .award(message.messageId(), message.ref(), message.userId(), message.points());
            }
        });
        return answer(message);
    }

    /** The library makes its tables, which two nodes must not do at once: it doesn't see to that itself. */
    @Override
    public void start() throws Exception {
        shop.database().inTransaction(connection -> {
            String lock = "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))";
            Optional<Integer> locked = Rows.first(connection, lock, row -> 1, "migration");
            outbox.initialize();
            return locked;
        });
        relay.start(outbox::flush);
    }

    @Override
    public void stop() {
        relay.stop();
    }
}
