package io.onlyonce.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.inbox.InboxWorker;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.testkit.Herd;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LocalRelayTest {
    private static final InboxWorker.Terms TERMS =
            new InboxWorker.Terms(3, Duration.ofMillis(1), Duration.ofMillis(1), 1000);

    private final MemoryTransactions transactions = new MemoryTransactions();
    private final MemoryInbox store = new MemoryInbox(transactions);
    private final Outbox outbox = new Outbox("local", store);
    private final List<String> received = new CopyOnWriteArrayList<>();

    private void publish(String id) throws Exception {
        OutgoingMessage message = new OutgoingMessage("paid", null, id, Map.of(), id.getBytes(StandardCharsets.UTF_8));
        transactions.run(() -> Ended.commit(outbox.publish(message)));
    }

    private LocalRelay relay() {
        return new LocalRelay(
                outbox,
                transactions,
                message -> {
                    if (message.id().startsWith("poison")) {
                        throw new IllegalStateException("it is poison");
                    }
                    received.add(message.id());
                },
                TERMS);
    }

    @Test
    @DisplayName("each message is received once, by four relays at once, however many there are")
    void once() throws Exception {
        List<String> published = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            publish("m-" + i);
            publish("m-" + i);
            published.add("m-" + i);
        }
        LocalRelay relay = relay();
        Herd.of(4).within(Duration.ofMinutes(1)).runAll(member -> {
            int turns = 0;
            for (int last = 1; last > 0; turns += last) {
                last = relay.runOnce();
            }
            return turns;
        });
        assertThat(received).containsExactlyInAnyOrderElementsOf(published);
        assertThat(relay.runOnce()).isZero();
    }

    @Test
    @DisplayName("B-28 poison is put aside after so many tries with its cause; what is behind it is received")
    void poison() throws Exception {
        publish("poison-1");
        publish("m-1");
        LocalRelay relay = relay();
        long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (transactions
                .run(() -> Ended.commit(store.parked("outbox:local", 10)))
                .isEmpty()) {
            relay.runOnce();
            assertThat(System.nanoTime()).as("time is up").isLessThan(deadline);
        }
        assertThat(received).containsExactly("m-1");
        assertThat(transactions.run(() -> Ended.commit(store.parked("outbox:local", 10))))
                .singleElement()
                .satisfies(kept -> assertThat(kept.cause()).contains("it is poison"));
    }

    @Test
    @DisplayName("what is rolled back was never published")
    void rolledBack() throws Exception {
        OutgoingMessage message = new OutgoingMessage("paid", null, "m-1", Map.of(), new byte[0]);
        transactions.run(() -> Ended.rollBack(outbox.publish(message)));
        assertThat(relay().runOnce()).isZero();
        assertThat(received).isEmpty();
    }
}
