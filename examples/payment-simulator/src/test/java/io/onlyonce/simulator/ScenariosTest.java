package io.onlyonce.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.simulator.Merchant.Reply;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios against a merchant who checks signatures with the providers' own libraries. */
class ScenariosTest {
    private final Merchant merchant = new Merchant();
    private final TestTime time = new TestTime();
    private final PaymentSimulator simulator = new PaymentSimulator(time);
    private final Stage stage = new Stage(
            simulator,
            new CallbackDelivery(
                    merchant.base(),
                    Keys.SIGNERS,
                    DeliverySettings.fasterBy(3600).atMost(4).waitingWith(time).at(time)));

    @BeforeEach
    void checkSignatures() {
        merchant.replying((exchange, callback) -> {
            String path = exchange.getRequestURI().getPath();
            Channel channel = Channel.named(path.substring(path.lastIndexOf('/') + 1));
            boolean accepted = VendorVerifier.accepts(channel, callback);
            Reply.of(accepted ? 200 : 401, accepted ? "success" : "failure").to(exchange, callback);
        });
    }

    @AfterEach
    void stop() {
        merchant.close();
    }

    private List<Delivery> play(Channel channel, String name) throws InterruptedException {
        simulator.open(channel, "P1", new BigDecimal("25.00"));
        simulator.open(channel, "P2", new BigDecimal("25.00"));
        return stage.play(Scenarios.named(name), "P1", "P2");
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName("every scenario that is genuine is accepted")
    void genuine(Channel channel) throws InterruptedException {
        for (String name : List.of("once", "late", "duplicates", "burst", "wrongAmount")) {
            simulator.open(channel, name, new BigDecimal("25.00"));
            List<Delivery> deliveries = stage.play(Scenarios.named(name), name);
            assertThat(deliveries).as(name).isNotEmpty().allMatch(Delivery::accepted);
        }
        assertThat(merchant.received()).hasSize(1 + 1 + 5 + 5 + 1);
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName("B-33 what an attacker made of a notice is sent once and refused")
    void forged(Channel channel) throws InterruptedException {
        for (String name : List.of("tampered", "replayWithChangedTimestamp")) {
            List<Delivery> deliveries = play(channel, name);
            assertThat(deliveries).as(name).singleElement().satisfies(delivery -> {
                assertThat(delivery.accepted()).isFalse();
                assertThat(delivery.outcomes()).containsExactly(Outcome.REFUSED);
            });
        }
    }

    @Test
    @DisplayName("duplicates are the same notice five times, a burst as well")
    void copies() throws InterruptedException {
        for (String name : List.of("duplicates", "burst")) {
            List<Delivery> deliveries = play(Channel.STRIPE, name);
            assertThat(deliveries).hasSize(5);
            assertThat(deliveries.stream()
                            .map(delivery -> delivery.notice().id())
                            .distinct())
                    .hasSize(1);
        }
    }

    @Test
    @DisplayName("B-34 out of order: the refund's notice comes before the payment's")
    void outOfOrder() throws InterruptedException {
        for (Channel channel : Channel.values()) {
            simulator.open(channel, channel.path(), new BigDecimal("25.00"));
            assertThat(stage.play(Scenarios.named("outOfOrder"), channel.path()))
                    .allMatch(Delivery::accepted)
                    .extracting(delivery -> delivery.notice().kind())
                    .containsExactly(NoticeKind.REFUNDED, NoticeKind.PAID);
        }
        assertThat(simulator.statement()).hasSize(2 * Channel.values().length);
    }

    @Test
    @DisplayName("B-34 failed after paid: an old attempt's notice comes last, where the provider sends one")
    void failedAfterPaid() throws InterruptedException {
        assertThat(play(Channel.STRIPE, "failedAfterPaid"))
                .extracting(delivery -> delivery.notice().kind())
                .containsExactly(NoticeKind.PAID, NoticeKind.FAILED);
        simulator.open(Channel.ALIPAY, "A", new BigDecimal("25.00"));
        assertThat(stage.play(Scenarios.failedAfterPaid(), "A")).hasSize(1);
    }

    @Test
    @DisplayName("B-32 two channels: both payments of an order are paid, under two transactions")
    void twoChannels() throws InterruptedException {
        simulator.open(Channel.WECHATPAY, "W", new BigDecimal("25.00"));
        simulator.open(Channel.ALIPAY, "A", new BigDecimal("25.00"));

        assertThat(stage.play(Scenarios.named("twoChannels"), "W", "A")).allMatch(Delivery::accepted);
        assertThat(simulator.statement())
                .extracting(Movement::channel)
                .containsExactly(Channel.WECHATPAY, Channel.ALIPAY);
        assertThatThrownBy(() -> stage.play(Scenarios.twoPayments(), "W"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs 2 opened payments");
    }

    @Test
    @DisplayName("B-33 a wrong amount is a cent less, and leaves the payment open for the right notice")
    void wrongAmount() throws InterruptedException {
        assertThat(play(Channel.STANDARD, "wrongAmount"))
                .singleElement()
                .satisfies(delivery ->
                        assertThat(delivery.notice().payment().amount()).isEqualTo("24.99"));
        assertThat(simulator.query("P1").state()).isEqualTo(Payment.State.OPEN);
        assertThat(stage.play(Scenarios.once(), "P1")).allMatch(Delivery::accepted);
    }

    @Test
    @DisplayName("lost acknowledgements are repeated until one comes through")
    void lost() throws InterruptedException {
        assertThat(play(Channel.ALIPAY, "lostAcknowledgements"))
                .singleElement()
                .satisfies(delivery -> assertThat(delivery.outcomes())
                        .containsExactly(Outcome.ACKNOWLEDGEMENT_LOST, Outcome.ACKNOWLEDGEMENT_LOST, Outcome.ACCEPTED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Once", "twice"})
    @DisplayName("an unknown name is refused, and the known ones are told")
    void unknown(String name) {
        assertThatThrownBy(() -> Scenarios.named(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("replayWithChangedTimestamp");
    }

    @Test
    @DisplayName("every name has its scenario")
    void names() {
        assertThat(Scenarios.names())
                .containsExactly(
                        "once",
                        "duplicates",
                        "burst",
                        "lostAcknowledgements",
                        "outOfOrder",
                        "failedAfterPaid",
                        "twoChannels",
                        "late",
                        "wrongAmount",
                        "tampered",
                        "replayWithChangedTimestamp")
                .allSatisfy(name -> assertThat(Scenarios.named(name)).isNotNull());
        assertThatThrownBy(() -> stage.play(Scenarios.once()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs 1 opened payments");
    }
}
