package io.onlyonce.shop.message;

import io.onlyonce.inbox.InboxWorker;
import io.onlyonce.messaging.outbox.LocalRelay;
import io.onlyonce.messaging.outbox.Outbox;
import io.onlyonce.shop.shard.Shards;
import io.onlyonce.transaction.TransactionRunner;
import java.time.Duration;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** The transport without a broker: messages are delivered in this process, also those that another shop has published. After five failed tries one is put aside with its cause. */
@Component
@Profile("!rabbitmq & !kafka")
public class InProcessMessages {
    private static final InboxWorker.Terms TERMS =
            new InboxWorker.Terms(5, Duration.ofSeconds(1), Duration.ofMinutes(1), 100);

    private final LocalRelay relay;
    private final Shards shards;

    InProcessMessages(Outbox outbox, TransactionRunner transactions, PointsAwards points, Shards shards) {
        this.shards = shards;
        this.relay = new LocalRelay(outbox, transactions, message -> points.award(message.body()), TERMS);
    }

    /** Delivers what is due, of each database in that database. */
    @Scheduled(fixedDelayString = "${shop.messages.deliver-every:PT0.2S}")
    public void deliver() {
        shards.each(shard -> relay.runOnce());
    }
}
