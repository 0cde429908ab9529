package io.onlyonce.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.messaging.BackOff;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeptMessageTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    private static OutgoingMessage message(@Nullable String key, Map<String, String> headers, byte[] body) {
        return new OutgoingMessage("orders", key, "m1", headers, body);
    }

    @Property(tries = 200)
    @Label("a message comes out as it went in")
    void roundTrip(@ForAll String key, @ForAll Map<String, String> headers, @ForAll byte[] body) throws IOException {
        for (String with : new @Nullable String[] {key, null}) {
            KeptMessage kept = KeptMessage.decode(KeptMessage.encode(message(with, headers, body), NOON));
            assertThat(kept).usingRecursiveComparison().isEqualTo(new KeptMessage(message(with, headers, body), NOON));
        }
    }

    @Property(tries = 200)
    @Label("bytes that were cut are refused, wherever")
    void cut(@ForAll @StringLength(max = 20) String key, @ForAll @Size(max = 20) byte[] body) {
        byte[] whole = KeptMessage.encode(message(key, Map.of("a", "b"), body), NOON);
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> KeptMessage.decode(part)).isInstanceOf(IOException.class);
        }
    }

    @Test
    @DisplayName("another release's format is refused, and the text names both")
    void version() {
        byte[] kept = KeptMessage.encode(message("k", Map.of(), new byte[0]), NOON);
        kept[0] = 2;
        assertThatThrownBy(() -> KeptMessage.decode(kept))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("format 2")
                .hasMessageContaining("reads 1");
    }

    @Test
    @DisplayName(
            "what can't be kept is refused when it is published: id, destination, size, the outbox's name, the terms")
    void bounds() throws Exception {
        MemoryTransactions transactions = new MemoryTransactions();
        Outbox outbox = new Outbox("o", new MemoryInbox(transactions));
        OutgoingMessage blank = new OutgoingMessage("orders", null, "a b", Map.of(), new byte[0]);
        OutgoingMessage nowhere = new OutgoingMessage("", null, "m", Map.of(), new byte[0]);
        OutgoingMessage large = message(null, Map.of(), new byte[1 << 20]);
        transactions.run(() -> {
            for (OutgoingMessage message : new OutgoingMessage[] {blank, nowhere, large}) {
                assertThatThrownBy(() -> outbox.publish(message)).isInstanceOf(IllegalArgumentException.class);
            }
            return Ended.rollBack(true);
        });
        assertThatThrownBy(() -> new Outbox("a b", new MemoryInbox(transactions)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("outbox's name");
        BackOff backOff = new BackOff(Duration.ofSeconds(1), Duration.ofSeconds(1));
        assertThatThrownBy(() -> new OutboxRelay.Terms(0, 1, backOff)).hasMessageContaining("batch");
        assertThatThrownBy(() -> new OutboxRelay.Terms(1, 1001, backOff)).hasMessageContaining("tries");
    }
}
