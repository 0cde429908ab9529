package io.onlyonce.spring.autoconfigure;

import io.onlyonce.messaging.outbox.Outbox;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.transaction.TransactionRunner;
import io.onlyonce.transaction.TransactionRunner.Ended;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An outbox without a relay: that is well until a message waits in it, which nobody would notice. Thread-safe. */
final class Unrelayed {
    private static final Logger log = LoggerFactory.getLogger(Unrelayed.class);

    private final Outbox outbox;
    private final TransactionRunner transactions;

    Unrelayed(Outbox outbox, TransactionRunner transactions) {
        this.outbox = outbox;
        this.transactions = transactions;
    }

    /** Warns if one waits. */
    @SuppressWarnings("IllegalCatch") // a timer ends with the first exception that it sees
    void look() {
        try {
            transactions
                    .run(() -> Ended.rollBack(outbox.oldest()))
                    .ifPresent(waiting -> log.warn(SpringTexts.noRelay(outbox.name(), waiting)));
        } catch (Exception e) {
            log.debug("The outbox {} could not be looked at.", outbox.name(), e);
        }
    }
}
