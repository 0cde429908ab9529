package io.onlyonce.messaging.outbox;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells in the log that a relay's broker has gone, why, and that it is back: not at each of the many tries in between. Thread-safe. */
final class BrokerWatch {
    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);
    private static final Duration REMINDER = Duration.ofMinutes(1);

    private final String outbox;
    private boolean away;
    private long told;

    BrokerWatch(String outbox) {
        this.outbox = outbox;
    }

    synchronized void away(Exception why) {
        if (!away) {
            log.warn("The outbox {} can't reach its broker; its messages wait.", outbox, why);
            away = true;
            told = System.nanoTime();
        } else if (System.nanoTime() - told > REMINDER.toNanos()) {
            log.warn("The outbox {} still can't reach its broker: {}", outbox, why.toString());
            told = System.nanoTime();
        }
    }

    synchronized void there() {
        if (away) {
            log.info("The outbox {} reaches its broker again.", outbox);
            away = false;
        }
    }
}
