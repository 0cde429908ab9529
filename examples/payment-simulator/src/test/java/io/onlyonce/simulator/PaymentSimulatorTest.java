package io.onlyonce.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.wechat.pay.java.service.payments.model.Transaction;
import io.onlyonce.simulator.Movement.Direction;
import io.onlyonce.simulator.Payment.State;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentSimulatorTest {
    private static final BigDecimal TEN = new BigDecimal("10.00");
    private static final BigDecimal FIFTEEN = new BigDecimal("15.00");

    private final PaymentSimulator simulator = new PaymentSimulator(Clock.systemUTC());

    private Payment open(String paymentNo) {
        return simulator.open(Channel.STANDARD, paymentNo, new BigDecimal("25"));
    }

    @Test
    @DisplayName("a payment is opened once under its number, and other values are refused")
    void open() {
        Payment first = open("P1");

        assertThat(open("P1")).isEqualTo(first);
        assertThat(first.amount()).isEqualTo("25.00");
        assertThat(first.state()).isEqualTo(State.OPEN);
        assertThatThrownBy(() -> simulator.open(Channel.STRIPE, "P1", new BigDecimal("25")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("P1");
        assertThatThrownBy(() -> simulator.open(Channel.STANDARD, "P1", new BigDecimal("25.01")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("25.00");
        assertThatThrownBy(() -> simulator.query("P2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("P2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "0.001"})
    @DisplayName("amounts that can't be paid are refused")
    void amounts(String amount) {
        assertThatThrownBy(() -> simulator.open(Channel.STANDARD, "P1", new BigDecimal(amount)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(amount);
    }

    @Test
    @DisplayName("paying twice moves the money once and gives the same notice")
    void payTwice() {
        open("P1");
        Notice first = simulator.pay("P1");

        assertThat(simulator.pay("P1")).isEqualTo(first);
        assertThat(simulator.query("P1").state()).isEqualTo(State.PAID);
        assertThat(simulator.statement()).singleElement().satisfies(line -> {
            assertThat(line.direction()).isEqualTo(Direction.IN);
            assertThat(line.transactionNo()).isEqualTo(first.payment().transactionId());
            assertThat(line.amount()).isEqualTo("25.00");
        });
    }

    @Test
    @DisplayName("threads that pay and refund at once move the money once")
    void payAtOnce() throws Exception {
        PaymentSimulator slow = new PaymentSimulator(new YieldingClock());
        for (int round = 0; round < 50; round++) {
            String paymentNo = "P" + round;
            slow.open(Channel.STANDARD, paymentNo, new BigDecimal("25.00"));
            List<Notice> paid = AtOnce.run(4, () -> slow.pay(paymentNo));
            List<Notice> refunded = AtOnce.run(4, () -> slow.refund(paymentNo, "R-" + paymentNo, TEN));

            assertThat(new HashSet<>(paid)).hasSize(1);
            assertThat(new HashSet<>(refunded)).hasSize(1);
            assertThat(slow.statement()).hasSize(2 * (round + 1));
            assertThat(slow.query(paymentNo).refunded()).isEqualTo(TEN);
        }
    }

    @Test
    @DisplayName("a failed attempt leaves the payment open to another, each with a notice of its own")
    void failed() {
        open("P1");
        Notice first = simulator.fail("P1").orElseThrow();
        Notice second = simulator.fail("P1").orElseThrow();

        assertThat(first.id()).isNotEqualTo(second.id());
        assertThat(simulator.query("P1").state()).isEqualTo(State.FAILED);
        assertThat(simulator.pay("P1").kind()).isEqualTo(NoticeKind.PAID);
        assertThatThrownBy(() -> simulator.fail("P1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("PAID");
    }

    @Test
    @DisplayName("a closed payment takes no money, and a paid one can't be closed")
    void closed() {
        open("P1");
        open("P2");
        assertThat(simulator.close("P1")).isPresent().isEqualTo(simulator.close("P1"));
        simulator.pay("P2");

        assertThatThrownBy(() -> simulator.pay("P1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("CLOSED");
        assertThatThrownBy(() -> simulator.close("P2")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> simulator.pending("P1")).isInstanceOf(IllegalStateException.class);
        assertThat(simulator.statement()).hasSize(1);
    }

    @Test
    @DisplayName("what a provider doesn't tell of happens without a notice")
    void silent() {
        simulator.open(Channel.WECHATPAY, "W", TEN);
        assertThat(simulator.pending("W")).isEmpty();
        assertThat(simulator.fail("W")).isEmpty();
        assertThat(simulator.close("W")).isEmpty();
        assertThat(simulator.query("W").state()).isEqualTo(State.CLOSED);
        simulator.open(Channel.ALIPAY, "A", TEN);
        simulator.pay("A");
        assertThat(simulator.refundStuck("A", "R1", TEN)).isEmpty();
        assertThat(simulator.refund("A", "R1", TEN).kind()).isEqualTo(NoticeKind.REFUNDED);
    }

    @Test
    @DisplayName("refunds are made once per number with the same parameters, and never above the payment")
    void refunds() {
        open("P1");
        assertThatThrownBy(() -> simulator.refund("P1", "R1", TEN)).isInstanceOf(IllegalStateException.class);
        simulator.pay("P1");
        Notice first = simulator.refund("P1", "R1", TEN);

        assertThat(simulator.refund("P1", "R1", TEN)).isEqualTo(first);
        assertThat(simulator.query("P1").state()).isEqualTo(State.PAID);
        assertThatThrownBy(() -> simulator.refund("P1", "R1", FIFTEEN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("R1");
        assertThatThrownBy(() -> simulator.refund("P1", "R2", new BigDecimal("15.01")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("15.01");
        assertThat(simulator.refund("P1", "R2", FIFTEEN).payment().refunded()).isEqualTo("25.00");
        assertThat(simulator.query("P1").state()).isEqualTo(State.REFUNDED);
        assertThat(simulator.refund("P1", "R1", TEN)).isEqualTo(first);
        assertThat(simulator.statement())
                .extracting(Movement::direction, Movement::refundNo, Movement::amount)
                .containsExactly(
                        tuple(Direction.IN, null, new BigDecimal("25.00")),
                        tuple(Direction.OUT, "R1", TEN),
                        tuple(Direction.OUT, "R2", FIFTEEN));
    }

    @Test
    @DisplayName("a stuck refund holds its money and may succeed under its number; a closed one needs another number")
    void stuckAndClosed() {
        simulator.open(Channel.WECHATPAY, "W", new BigDecimal("25.00"));
        simulator.pay("W");
        Notice stuck = simulator.refundStuck("W", "R1", FIFTEEN).orElseThrow();

        assertThat(simulator.refundStuck("W", "R1", FIFTEEN)).contains(stuck);
        assertThat(simulator.query("W").refunded()).isZero();
        assertThatThrownBy(() -> simulator.refund("W", "R2", FIFTEEN)).isInstanceOf(IllegalArgumentException.class);
        Notice succeeded = simulator.refund("W", "R1", FIFTEEN);
        assertThat(succeeded.kind()).isEqualTo(NoticeKind.REFUNDED);
        assertThat(succeeded.itsRefund().refundId()).isEqualTo(stuck.itsRefund().refundId());
        assertThatThrownBy(() -> simulator.refundClosed("W", "R1", FIFTEEN)).isInstanceOf(IllegalStateException.class);
        assertThat(simulator.refundClosed("W", "R3", TEN)).isPresent();
        assertThatThrownBy(() -> simulator.refund("W", "R3", TEN))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("another refund number");
        assertThat(simulator.refund("W", "R4", TEN).payment().state()).isEqualTo(State.REFUNDED);
    }

    @Test
    @DisplayName("B-33 a wrong notice is the payment's own in all but one fact, and the right one can follow")
    void wrong() {
        simulator.open(Channel.WECHATPAY, "W", new BigDecimal("25.00"));
        Notice amount = simulator.payWrongAmount("W", new BigDecimal("-0.01"));
        Notice currency = simulator.payWrongCurrency("W", "JPY").orElseThrow();
        Notice merchant = simulator.payWrongMerchant("W", "1900000099").orElseThrow();

        assertThat(simulator.query("W").state()).isEqualTo(State.OPEN);
        assertThat(simulator.statement()).isEmpty();
        Notice right = simulator.pay("W");
        Set<String> ids = new HashSet<>();
        for (Notice notice : List.of(amount, currency, merchant, right)) {
            ids.add(notice.id());
            assertThat(notice.kind()).isEqualTo(NoticeKind.PAID);
            assertThat(notice.payment().transactionId())
                    .isEqualTo(right.payment().transactionId());
        }
        assertThat(ids).hasSize(4);
        assertThat(amount.payment().amount()).isEqualTo("-0.01");
        assertThat(currency.payment().currency()).isEqualTo("JPY");
        assertThat(merchant.otherMerchant()).isEqualTo("1900000099");
        assertThat(right.payment().amount()).isEqualTo("25.00");
        assertThat(right.otherMerchant()).isNull();
    }

    @Test
    @DisplayName("B-33 wrong facts stand in what is signed")
    void wrongSigned() throws Exception {
        Instant now = Instant.now();
        for (Channel channel : Channel.values()) {
            simulator.open(channel, channel.path(), new BigDecimal("25.00"));
        }
        assertThat(Keys.STANDARD_SIGNER
                        .sign(simulator.payWrongCurrency("standard", "USD").orElseThrow(), now)
                        .text())
                .contains("\"currency\":\"USD\"");
        assertThat(VendorVerifier.stripe(Keys.STRIPE_SIGNER.sign(
                                simulator.payWrongAmount("stripe", new BigDecimal("24.99")), now))
                        .getDataObjectDeserializer()
                        .getObject()
                        .orElseThrow()
                        .toJson())
                .contains("2499");
        Notice otherMchid =
                simulator.payWrongMerchant("wechatpay", "1900000099").orElseThrow();
        assertThat(VendorVerifier.wechatPay(Keys.WECHATPAY_SIGNER.sign(otherMchid, now), Transaction.class)
                        .getMchid())
                .isEqualTo("1900000099");
        Notice otherSeller =
                simulator.payWrongMerchant("alipay", "2088000000000077").orElseThrow();
        assertThat(VendorVerifier.form(Keys.ALIPAY_SIGNER.sign(otherSeller, now)))
                .containsEntry("seller_id", "2088000000000077");
        assertThat(simulator.payWrongCurrency("alipay", "USD")).isEmpty();
        assertThat(simulator.payWrongMerchant("stripe", "x")).isEmpty();
        assertThat(simulator.payWrongMerchant("standard", "x")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName("numbers are unique in every run, and short enough for a column of 64")
    void ids(Channel channel) {
        Set<String> ids = new HashSet<>();
        for (int run = 0; run < 100; run++) {
            PaymentSimulator other = new PaymentSimulator(Clock.systemUTC());
            other.open(channel, "P1", TEN);
            Notice paid = other.pay("P1");
            ids.add(paid.id());
            ids.add(paid.payment().transactionId());
        }
        assertThat(ids).hasSize(200).allSatisfy(id -> assertThat(id).matches("[A-Za-z0-9_-]{10,64}"));
    }
}
