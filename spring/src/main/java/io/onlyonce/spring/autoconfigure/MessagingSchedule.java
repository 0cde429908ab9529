package io.onlyonce.spring.autoconfigure;

import io.onlyonce.messaging.IdempotentConsumer;
import io.onlyonce.messaging.outbox.OutboxRelay;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.autoconfigure.Rounds.Work;
import io.onlyonce.spring.messaging.ListenerConsumers;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Relays the outbox and forgets old counts of failures, each on a thread of its own. */
final class MessagingSchedule implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(MessagingSchedule.class);

    private static final int MOST = 1000; // what an inbox takes at once

    private final List<OutboxRelay> relays;
    private final ListenerConsumers consumers;
    private final OnlyOnceProperties.Outbox outbox;
    private final OnlyOnceProperties.Purge purge;
    private final Rounds rounds = new Rounds("onlyonce-messaging");

    MessagingSchedule(
            List<OutboxRelay> relays,
            ListenerConsumers consumers,
            OnlyOnceProperties.Outbox outbox,
            OnlyOnceProperties.Purge purge) {
        this.relays = relays;
        this.consumers = consumers;
        this.outbox = outbox;
        this.purge = purge;
    }

    @Override
    public void start() {
        List<Work> work = new ArrayList<>();
        if (outbox.relayed()) {
            relays.forEach(relay -> work.add(new Work(outbox.interval(), () -> relay(relay))));
        }
        if (purge.enabled()) {
            work.add(new Work(purge.interval(), this::forget));
        }
        rounds.start(work);
    }

    @SuppressWarnings("IllegalCatch") // a timer ends with the first exception that it sees
    private void relay(OutboxRelay relay) {
        try {
            boolean more = true;
            while (more && isRunning()) {
                more = relay.runOnce().more();
            }
        } catch (Exception e) {
            log.warn("Relaying the outbox failed; the next round tries again.", e);
        }
    }

    @SuppressWarnings("IllegalCatch") // as above
    private void forget() {
        try {
            int batch = Math.min(purge.batchSize(), MOST);
            for (IdempotentConsumer consumer : consumers.all()) {
                while (consumer.forgetOldFailures(batch) == batch && isRunning()) {
                    log.debug("{} has more counts to forget.", consumer.name());
                }
            }
        } catch (Exception e) {
            log.warn("Forgetting old counts of failures failed; the next round tries again.", e);
        }
    }

    /** Lets a batch that is under way end: what it has sent is not sent again then. */
    @Override
    public void stop() {
        rounds.stop();
    }

    @Override
    public boolean isRunning() {
        return rounds.areRunning();
    }
}
