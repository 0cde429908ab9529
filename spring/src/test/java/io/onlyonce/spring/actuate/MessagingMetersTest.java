package io.onlyonce.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.messaging.Delivered;
import io.onlyonce.messaging.Disposition;
import io.onlyonce.messaging.Disposition.Acknowledge;
import io.onlyonce.messaging.Disposition.Acknowledge.Because;
import io.onlyonce.messaging.Disposition.DeadLetter;
import io.onlyonce.messaging.Disposition.Later;
import io.onlyonce.messaging.Disposition.Later.Why;
import io.onlyonce.messaging.outbox.MessagePublisher.Sent;
import io.onlyonce.messaging.outbox.Outbox;
import io.onlyonce.messaging.outbox.OutboxRelay;
import io.onlyonce.messaging.outbox.OutboxRelay.Terms;
import io.onlyonce.messaging.outbox.OutgoingMessage;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MessagingMetersTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MessagingMeters meters = new MessagingMeters();

    @Test
    @DisplayName("each delivery counts by what has become of it")
    void consumer() {
        meters.bindTo(registry);
        Delivered message = Delivered.of("q", Map.of(), new byte[0]);
        for (Disposition end : List.of(
                new Acknowledge(Because.DUPLICATE),
                new Acknowledge(Because.DUPLICATE),
                new Later(Duration.ZERO, Why.IN_PROGRESS, ""),
                new DeadLetter("no", 5))) {
            meters.disposed("points", message, end);
        }
        assertThat(messages("duplicate")).isEqualTo(2);
        assertThat(messages("in_progress")).isEqualTo(1);
        assertThat(messages("dead_letter")).isEqualTo(1);
    }

    private double messages(String disposition) {
        return registry.get("onlyonce.messages")
                .tags("consumer", "points", "disposition", disposition)
                .counter()
                .count();
    }

    @Test
    @DisplayName("the outbox tells what has left, what has not, and how old the oldest is")
    void outbox() throws Exception {
        MemoryTransactions transactions = new MemoryTransactions();
        MemoryInbox store = new MemoryInbox(transactions);
        Outbox before = new Outbox("o", store, () -> NOON);
        transactions.run(
                () -> Ended.commit(before.publish(new OutgoingMessage("x", null, "m", Map.of(), new byte[0]))));
        Outbox now = new Outbox("o", store, () -> NOON.plusSeconds(90));
        new OutboxRelay(
                        now,
                        transactions,
                        messages -> {
                            throw new IOException("refused");
                        },
                        Terms.STANDARD,
                        meters)
                .runOnce();
        meters.bindTo(registry); // a registry that comes late knows the age as well
        assertThat(oldest()).isEqualTo(90);
        new OutboxRelay(now, transactions, messages -> List.of(new Sent.Confirmed()), Terms.STANDARD, meters).runOnce();
        assertThat(registry.get("onlyonce.outbox")
                        .tags("outbox", "o", "outcome", "confirmed")
                        .counter()
                        .count())
                .isEqualTo(1);
        new OutboxRelay(now, transactions, messages -> List.of(), Terms.STANDARD, meters).runOnce();
        assertThat(oldest()).isZero();
    }

    private double oldest() {
        return registry.get("onlyonce.outbox.oldest")
                .tag("outbox", "o")
                .timeGauge()
                .value(TimeUnit.SECONDS);
    }
}
