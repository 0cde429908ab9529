package io.onlyonce.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class MessageIdentityTest {
    private static final Delivered MESSAGE =
            new Delivered("orders", Map.of("id", "7", "blank", " "), new byte[] {1}, "orders-0-17");

    @Test
    @DisplayName("an id is looked for in the order that was told; a blank one is none")
    void order() throws Exception {
        assertThat(MessageIdentity.header("id").find(MESSAGE)).hasValue("7");
        assertThat(MessageIdentity.header("blank").find(MESSAGE)).isEmpty();
        assertThat(MessageIdentity.header("absent").find(MESSAGE)).isEmpty();
        assertThat(MessageIdentity.of(message -> "order/" + message.body()[0]).find(MESSAGE))
                .hasValue("order/1");
        assertThat(MessageIdentity.of(message -> null)
                        .or(MessageIdentity.header("blank"))
                        .or(MessageIdentity.header("id"))
                        .or(MessageIdentity.position())
                        .find(MESSAGE))
                .hasValue("7");
    }

    @Test
    @DisplayName("the position is the last resort: it is marked as one, and the log warns of it once")
    void position() throws Exception {
        Logger log = (Logger) LoggerFactory.getLogger(MessageIdentity.class);
        ListAppender<ILoggingEvent> heard = new ListAppender<>();
        heard.start();
        log.setLevel(Level.WARN);
        log.addAppender(heard);
        try {
            MessageIdentity identity = MessageIdentity.header("absent").or(MessageIdentity.position());
            assertThat(identity.find(MESSAGE)).hasValue("position:orders-0-17");
            assertThat(identity.find(MESSAGE)).hasValue("position:orders-0-17");
            assertThat(MessageIdentity.position().find(Delivered.of("q", Map.of(), new byte[0])))
                    .isEmpty();
        } finally {
            log.detachAppender(heard);
            log.setLevel(null);
        }
        assertThat(heard.list).hasSize(1);
        assertThat(heard.list.get(0).getFormattedMessage()).contains("\"orders\"", "has no id");
    }

    @Test
    @DisplayName("an id that fits the grammar is the key; any other becomes a digest that says so")
    void keys() {
        assertThat(MessageKey.of("order-7").value()).isEqualTo("order-7");
        assertThat(MessageKey.of("x".repeat(255)).value()).hasSize(255);
        assertThat(MessageKey.of("x".repeat(256)).value()).matches("sha256:[0-9a-f]{64}");
        assertThat(MessageKey.of("a b").value()).startsWith("sha256:");
        assertThat(MessageKey.of(MessageKey.of("a b").value())).isNotEqualTo(MessageKey.of("a b"));
    }

    @Property
    @Label("two ids are never one key")
    void injective(@ForAll String one, @ForAll String other) {
        assertThat(MessageKey.of("o" + one).equals(MessageKey.of("o" + other))).isEqualTo(one.equals(other));
    }

    @Test
    @DisplayName("a back-off doubles up to its greatest, and never overflows")
    void backOff() {
        BackOff backOff = new BackOff(Duration.ofSeconds(1), Duration.ofMinutes(1));
        assertThat(backOff.after(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(backOff.after(4)).isEqualTo(Duration.ofSeconds(8));
        assertThat(backOff.after(7)).isEqualTo(Duration.ofMinutes(1));
        assertThat(backOff.after(Integer.MAX_VALUE)).isEqualTo(Duration.ofMinutes(1));
        assertThatThrownBy(() -> new BackOff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT2S");
        assertThatThrownBy(() -> new BackOff(Duration.ZERO, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("names, tries that can't be used are refused")
    void bounds() {
        IdempotentConsumer.Stores none = new MemoryRig().node().stores();
        for (String name : new String[] {"", "a b", "x".repeat(IdempotentConsumer.MAX_NAME_LENGTH + 1), "积分"}) {
            assertThatThrownBy(() -> IdempotentConsumer.named(name, MESSAGE_ID, none))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("consumer's name");
        }
        assertThatThrownBy(() -> new IdempotentConsumer.Terms(
                        0, IdempotentConsumer.Terms.STANDARD.backOff(), Duration.ZERO, Duration.ofDays(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static final MessageIdentity MESSAGE_ID = MessageIdentity.header("message-id");
}
