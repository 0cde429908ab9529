package io.onlyonce.spring.autoconfigure;

import io.onlyonce.messaging.BackOff;
import io.onlyonce.messaging.outbox.OutboxRelay;
import io.onlyonce.messaging.outbox.Relayed;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.autoconfigure.Rounds.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Relays each outbox on a thread of its own. A batch that is under way at the end is let end: what it has sent is not sent again then. */
final class MessagingSchedule extends Schedule {
    private static final Logger log = LoggerFactory.getLogger(MessagingSchedule.class);

    /** Between two tries to reach a broker that is away. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final List<OutboxRelay> relays;
    private final List<Unrelayed> unrelayed;
    private final OnlyOnceProperties.Outbox outbox;

    MessagingSchedule(List<OutboxRelay> relays, List<Unrelayed> unrelayed, OnlyOnceProperties.Outbox outbox) {
        super("onlyonce-messaging");
        this.relays = relays;
        this.unrelayed = unrelayed;
        this.outbox = outbox;
    }

    @Override
    List<Work> work() {
        List<Work> work = new ArrayList<>();
        if (outbox.relayed()) {
            relays.forEach(relay -> work.add(new Work(outbox.interval(), new Relaying(relay)::round)));
            unrelayed.forEach(one -> work.add(new Work(outbox.greatestDelay(), one::look)));
        }
        return work;
    }

    /** The rounds of one relay, fewer of them while its broker is away. */
    private final class Relaying {
        private final OutboxRelay relay;
        private final BackOff backOff;
        private int failures;
        private long resumes;

        Relaying(OutboxRelay relay) {
            this.relay = relay;
            Duration interval = outbox.interval();
            this.backOff = new BackOff(interval, interval.compareTo(LONGEST_PAUSE) > 0 ? interval : LONGEST_PAUSE);
        }

        @SuppressWarnings("IllegalCatch") // a timer ends with the first exception that it sees
        void round() {
            if (failures > 0 && System.nanoTime() - resumes < 0) {
                return;
            }
            try {
                Relayed run = relay.runOnce();
                while (run.more() && isRunning()) {
                    run = relay.runOnce();
                }
                failures = run.unreachable() ? failures + 1 : 0;
                resumes = System.nanoTime()
                        + (failures > 0 ? backOff.after(failures).toNanos() : 0);
            } catch (Exception e) {
                log.warn("Relaying the outbox failed; the next round tries again.", e);
            }
        }
    }
}
