package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.Scope;
import io.onlyonce.record.RecordKey;
import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.simulator.Channel;
import io.onlyonce.simulator.Delivery;
import io.onlyonce.simulator.Forgery;
import io.onlyonce.simulator.Notice;
import io.onlyonce.simulator.Payment;
import io.onlyonce.simulator.Scenario;
import io.onlyonce.simulator.Scenarios;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code POST /api/callbacks/{channel}}, as each provider sends it. */
public interface CallbackRules extends PlayedCallbacks {
    /** And what they get for what is not theirs. */
    Map<Channel, String> NOT_VERIFIED = Map.of(
            Channel.STANDARD, "401 ",
            Channel.STRIPE, "400 ",
            Channel.WECHATPAY, "401 {\"code\":\"FAIL\"",
            Channel.ALIPAY, "200 failure");

    default String newOrder() throws IOException {
        return ordered(newUser(), "SKU-10").text("orderId");
    }

    default long countOf(String table, String orderId) {
        return database().queryLong("SELECT COUNT(*) FROM " + table + " WHERE order_id = ?", orderId);
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName("paid, five copies one after another, five at once, two acknowledgements lost: booked once, PAID once")
    default void paid_once(Channel channel) throws Exception {
        for (Scenario scenario : List.of(
                Scenarios.once(), Scenarios.duplicates(5), Scenarios.burst(5), Scenarios.lostAcknowledgements(2))) {
            String orderId = newOrder();
            played(scenario, channel, checkedOut(orderId, channel));
            assertThat(statusOf(orderId)).isEqualTo("PAID");
            assertThat(countOf("funds_journal", orderId)).isEqualTo(1);
            assertThat(countOf("payment_notice", orderId)).isEqualTo(1);
            assertThat(client().get("/api/orders/" + orderId + "/history").json())
                    .hasSize(3);
        }
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName(
            "B-33 a cent less, and another currency: acknowledged, on the list of what to look at, not paid; the right notice pays")
    default void wrong_facts(Channel channel) throws Exception {
        String orderId = newOrder();
        String paymentNo = checkedOut(orderId, channel);
        played(Scenarios.named("wrongAmount"), channel, paymentNo);
        long wrong = 1;
        for (Optional<Notice> other : List.of(
                stage().simulator().payWrongCurrency(paymentNo, "USD"),
                stage().simulator().payWrongMerchant(paymentNo, "2088999999999999"))) {
            if (other.isPresent()) { // not every provider's notices name a currency, or a merchant
                assertThat(stage().delivery().deliver(other.get()).accepted()).isTrue();
                wrong++;
            }
        }
        assertThat(statusOf(orderId)).isEqualTo("PAYING");
        assertThat(countOf("funds_journal", orderId)).isZero();
        assertThat(countOf("suspicious_notice", orderId)).isEqualTo(wrong);
        played(Scenarios.once(), channel, paymentNo);
        assertThat(statusOf(orderId)).isEqualTo("PAID");
        assertThat(countOf("funds_journal", orderId)).isEqualTo(1);
        assertThat(countOf("suspicious_notice", orderId)).isEqualTo(wrong);
    }

    @Test
    @DisplayName("B-32 paid through two channels, each told three times: one pays, the other is to be given back, once")
    default void two_channels() throws Exception {
        String orderId = newOrder();
        String first = checkedOut(orderId, Channel.WECHATPAY);
        String second = checkedOut(orderId, Channel.ALIPAY);
        for (int i = 0; i < 3; i++) {
            assertThat(stage().play(Scenarios.twoPayments(), first, second)).allMatch(Delivery::accepted);
        }
        assertThat(statusOf(orderId)).isEqualTo("PAID");
        assertThat(countOf("funds_journal", orderId)).isEqualTo(2);
        assertThat(countOf("refund_request", orderId)).isEqualTo(1);
        assertThat(database()
                        .queryLong(
                                "SELECT COUNT(*) FROM refund_request WHERE order_id = ? AND amount = 25.00 AND reason = 'PAID_TWICE'",
                                orderId))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName(
            "B-34 paid after the order was cancelled: recorded, acknowledged, to be given back once; the order stays cancelled")
    default void late(Channel channel) throws Exception {
        String orderId = newOrder();
        String paymentNo = checkedOut(orderId, channel);
        assertThat(client().post("/api/orders/" + orderId + "/cancellation", "").status())
                .isEqualTo(200);
        played(Scenarios.late(), channel, paymentNo);
        played(Scenarios.duplicates(2), channel, paymentNo);
        assertThat(statusOf(orderId)).isEqualTo("CANCELLED");
        assertThat(countOf("funds_journal", orderId)).isEqualTo(1);
        assertThat(countOf("refund_request", orderId)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName("B-34 the refund is told of before the payment: it waits, then the order is paid and refunded")
    default void refund_first(Channel channel) throws Exception {
        String orderId = newOrder();
        String paymentNo = checkedOut(orderId, channel);
        played(Scenarios.refundBeforePaid(), channel, paymentNo);
        assertThat(statusOf(orderId)).isEqualTo("REFUNDED");
        assertThat(countOf("funds_journal", orderId)).isEqualTo(2);
        assertThat(countOf("refund", orderId)).isEqualTo(1);
        assertThat(database()
                        .queryLong(
                                "SELECT COUNT(*) FROM onlyonce_inbox WHERE source = 'callback' AND subject = ?",
                                paymentNo))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName("B-34 the failure of a first attempt comes after the payment: nothing moves back")
    default void failed_late(Channel channel) throws Exception {
        String orderId = newOrder();
        played(Scenarios.failedAfterPaid(), channel, checkedOut(orderId, channel));
        assertThat(statusOf(orderId)).isEqualTo("PAID");
    }

    @ParameterizedTest
    @EnumSource(
            value = Channel.class,
            names = {"STANDARD", "STRIPE"})
    @DisplayName("a payment that fails makes the order FAILED, unless another one is open; paid after all, it is PAID")
    default void failed(Channel channel) throws Exception {
        String orderId = newOrder();
        String first = checkedOut(orderId, channel);
        String second = checkedOut(orderId, Channel.ALIPAY);
        stage().delivery().deliver(stage().simulator().fail(first).orElseThrow());
        assertThat(statusOf(orderId)).isEqualTo("PAYING");
        stage().delivery().deliver(stage().simulator().close(second).orElseThrow());
        assertThat(statusOf(orderId)).isEqualTo("FAILED");
        played(Scenarios.once(), channel, first);
        assertThat(statusOf(orderId)).isEqualTo("PAID");
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName(
            "changed on the way, or sent again with another time: the provider's failure form, and nothing is written")
    default void forged(Channel channel) throws Exception {
        for (Forgery forgery : Forgery.values()) {
            String orderId = newOrder();
            String paymentNo = checkedOut(orderId, channel);
            List<Delivery> deliveries = stage().play(Scenarios.forged(forgery), paymentNo);
            assertThat(answersOf(deliveries))
                    .as("%s at %s", forgery, channel)
                    .isNotEmpty()
                    .allMatch(answer -> answer.startsWith(NOT_VERIFIED.get(channel)));
            assertThat(statusOf(orderId)).isEqualTo("PAYING");
            assertThat(database().queryLong("SELECT COUNT(*) FROM payment_notice WHERE payment_no = ?", paymentNo))
                    .isZero();
            assertThat(countOf("funds_journal", orderId)).isZero();
        }
    }

    @Test
    @DisplayName(
            "B-31 (d) a payment that the shop knows nothing of: kept to be looked at, acknowledged, however often it comes")
    default void unknown_payment() throws Exception {
        String paymentNo = "nobody-" + ShopClient.newKey();
        stage().simulator().open(Channel.STANDARD, paymentNo, new BigDecimal("25.00"));
        played(Scenarios.duplicates(3), Channel.STANDARD, paymentNo);
        assertThat(database()
                        .queryLong(
                                "SELECT COUNT(*) FROM payment_notice WHERE payment_no = ? AND state IN ('WAITING', 'PARKED')",
                                paymentNo))
                .isEqualTo(1);
        database().update("DELETE FROM onlyonce_inbox WHERE subject = ?", paymentNo);
    }

    @Test
    @DisplayName(
            "a refund of a payment through a channel: PROCESSING, then booked once and DONE; all of it makes REFUNDED")
    default void refunded_through_the_channel() throws Exception {
        String orderId = newOrder();
        String paymentNo = checkedOut(orderId, Channel.STANDARD);
        played(Scenarios.once(), Channel.STANDARD, paymentNo);
        String key = ShopClient.newKey();
        Answer first = refundOf(orderId, key, "10.00");
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        assertThat(refundOf(orderId, key, "10.00").withoutMark()).isEqualTo(first.withoutMark());
        assertProblem(refundOf(orderId, ShopClient.newKey(), "15.01"), 409, "refund-exceeds-payment");
        assertThat(refundOf(orderId, ShopClient.newKey(), "15.00").status()).isEqualTo(201);
        await().atMost(Duration.ofMinutes(1)).until(() -> statusOf(orderId).equals("REFUNDED"));
        assertThat(database()
                        .queryLong(
                                "SELECT COUNT(*) FROM funds_journal WHERE order_id = ? AND direction = 'OUT'", orderId))
                .isEqualTo(2);
        assertThat(database().queryLong("SELECT COUNT(*) FROM refund WHERE order_id = ? AND status = 'DONE'", orderId))
                .isEqualTo(2);
    }

    default Answer refundOf(String orderId, String key, String amount) throws IOException {
        return client().post(
                        "/api/orders/" + orderId + "/refunds",
                        "{\"amount\":\"" + amount + "\"}",
                        "Idempotency-Key",
                        key);
    }

    @Test
    @DisplayName("an unknown channel: 404; garbage at a known one: its failure form; reading: 405")
    default void not_callbacks() throws Exception {
        assertThat(client().post("/api/callbacks/cash", "{}").status()).isEqualTo(404);
        assertThat(client().post("/api/callbacks/standard", "garbage").status()).isEqualTo(401);
        assertThat(client().get("/api/callbacks/standard").status()).isEqualTo(405);
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName(
            "B-31 no callback comes: the query finds the money; the callback that comes after all, twenty of them beside queries, changes nothing")
    default void queried(Channel channel) throws Exception {
        String orderId = newOrder();
        String paymentNo = checkedOut(orderId, channel);
        Notice paid = stage().simulator().pay(paymentNo);
        assertThat(statusOf(orderId)).isEqualTo("PAYING");
        List<String> ends = herd(20).runAll(member -> member % 2 == 0
                ? client().post("/api/payments/" + paymentNo + "/query", "").text("status")
                : String.valueOf(stage().delivery().deliver(paid).accepted()));
        assertThat(ends).containsOnly("PAID", "true");
        assertThat(countOf("funds_journal", orderId)).isEqualTo(1);
        stage().simulator().refund(paymentNo, paymentNo + "-R", new BigDecimal("25.00"));
        assertThat(client().post("/api/payments/" + paymentNo + "/query", "").text("status"))
                .isEqualTo("REFUNDED");
        assertThat(countOf("funds_journal", orderId)).isEqualTo(2);
        assertProblem(client().post("/api/payments/nobodys/query", ""), 404, "no-such-payment");
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName("reconciliation names each difference and its cause, each run the same; what is mended is settled")
    default void reconciled(Channel channel) throws Exception {
        String orderId = newOrder();
        String silent = checkedOut(orderId, channel);
        Notice paid = stage().simulator().pay(silent);
        String transaction = paid.payment().transactionId();
        String doubted = checkedOut(newOrder(), channel);
        played(Scenarios.named("wrongAmount"), channel, doubted);
        String other = stage().simulator().pay(doubted).payment().transactionId();
        for (int run = 0; run < 2; run++) {
            assertThat(differencesOf(transaction)).containsExactly("MISSING_IN_BOOKS NO_NOTICE IN");
            assertThat(differencesOf(other)).containsExactly("MISSING_IN_BOOKS NOTICE_DOUBTFUL IN");
        }
        client().post("/api/payments/" + silent + "/query", "");
        client().post("/api/payments/" + doubted + "/query", "");
        assertThat(differencesOf(transaction)).isEmpty();
        assertThat(differencesOf(other)).isEmpty();
        assertThat(database()
                        .queryLong(
                                "SELECT COUNT(*) FROM reconciliation_difference WHERE transaction_no IN (?, ?) AND settled_at IS NOT NULL",
                                transaction,
                                other))
                .isEqualTo(2);
        played(Scenarios.once(), channel, silent);
        stage().simulator().refund(silent, silent + "-1", new BigDecimal("10.00"));
        stage().simulator().refund(silent, silent + "-2", new BigDecimal("5.00"));
        client().post("/api/payments/" + silent + "/query", "");
        assertThat(countOf("funds_journal", orderId)).isEqualTo(3);
        assertThat(differencesOf(transaction)).isEmpty();
    }

    default List<String> differencesOf(String transaction) throws IOException {
        Answer answer = client().post("/api/reconciliations", "");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json()
                .valueStream()
                .filter(found -> found.path("transactionNo").asString().equals(transaction))
                .map(found -> found.path("kind").asString() + " "
                        + found.path("cause").asString() + " "
                        + found.path("direction").asString())
                .toList();
    }

    /** The number that a checkout under this key will have; the shop derives it from the key. */
    default String numberOf(String key) {
        return new RecordKey(Scope.of("anonymous").text(), "checkout", key)
                .id()
                .toUuid()
                .toString();
    }

    default Notice paidAhead(String key) {
        stage().simulator().open(Channel.STANDARD, numberOf(key), new BigDecimal("25.00"));
        return stage().simulator().pay(numberOf(key));
    }

    default Answer checkoutUnder(String key, String orderId) throws IOException {
        return client().post(
                        "/api/orders/" + orderId + "/checkout", "{\"channel\":\"standard\"}", "Idempotency-Key", key);
    }

    @Test
    @DisplayName("B-31 (a) the callback is faster than the shop's own commit: kept, and booked with the checkout")
    default void faster_than_the_checkout() throws Exception {
        String orderId = newOrder();
        String key = ShopClient.newKey();
        assertThat(stage().delivery().deliver(paidAhead(key)).accepted()).isTrue();
        assertThat(statusOf(orderId)).isEqualTo("PENDING");
        assertThat(checkoutUnder(key, orderId).text("paymentNo")).isEqualTo(numberOf(key));
        assertThat(statusOf(orderId)).isEqualTo("PAID");
        assertThat(countOf("funds_journal", orderId)).isEqualTo(1);
    }

    @Test
    @DisplayName("B-31 (b) callback and checkout at a barrier, fifty rounds: each is paid once, however they met")
    default void beside_the_checkout() throws Exception {
        List<String> orders = new ArrayList<>();
        for (int round = 0; round < 50; round++) {
            String orderId = newOrder();
            String key = ShopClient.newKey();
            Notice paid = paidAhead(key);
            herd(2).runAll(member -> member == 0
                    ? checkoutUnder(key, orderId).status()
                    : stage().delivery().deliver(paid).attempts().size());
            orders.add(orderId);
        }
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            for (String orderId : orders) {
                assertThat(statusOf(orderId)).isEqualTo("PAID");
            }
        });
        for (String orderId : orders) {
            assertThat(countOf("funds_journal", orderId)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName(
            "the shop's refund, told of by the provider as well: one booking, whichever comes first, beside one made at the provider")
    default void refund_told_of_twice(Channel channel) throws Exception {
        String orderId = newOrder();
        String paymentNo = checkedOut(orderId, channel);
        played(Scenarios.once(), channel, paymentNo);
        Notice atProvider = stage().simulator().refund(paymentNo, paymentNo + "-console", new BigDecimal("5.00"));
        Answer refund = refundOf(orderId, ShopClient.newKey(), "10.00");
        assertThat(refund.status()).as(refund.body()).isEqualTo(201);
        String refundNo = refund.text("refundNo");
        Notice own = stage().simulator().refund(paymentNo, refundNo, new BigDecimal("10.00"));
        herd(4).runAll(member ->
                stage().delivery().deliver(member % 2 == 0 ? own : atProvider).accepted());
        await().atMost(Duration.ofMinutes(1))
                .until(() -> database()
                                .queryLong(
                                        "SELECT COUNT(*) FROM refund WHERE order_id = ? AND status = 'PROCESSING'",
                                        orderId)
                        == 0);
        stage().delivery().deliver(own);
        stage().delivery().deliver(atProvider);
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(givenBack(orderId)).isEqualTo(1500));
        assertThat(database()
                        .queryLong(
                                "SELECT COUNT(*) FROM funds_journal WHERE order_id = ? AND direction = 'OUT'", orderId))
                .isEqualTo(2);
        assertThat(refundOf(orderId, ShopClient.newKey(), "10.00").status()).isEqualTo(201);
        await().atMost(Duration.ofMinutes(1)).until(() -> statusOf(orderId).equals("REFUNDED"));
        assertThat(givenBack(orderId)).isEqualTo(2500);
    }

    /** In fen. */
    default long givenBack(String orderId) {
        return database()
                .queryLong(
                        "SELECT COALESCE(SUM(amount), 0) * 100 FROM funds_journal WHERE order_id = ? AND direction = 'OUT'",
                        orderId);
    }

    @Test
    @DisplayName(
            "a refund that the channel will not make fails, does not keep others waiting, and leaves its sum to be refunded")
    default void refund_refused() throws Exception {
        String orderId = newOrder();
        String paymentNo = checkedOut(orderId, Channel.STANDARD);
        played(Scenarios.once(), Channel.STANDARD, paymentNo);
        stage().simulator().refund(paymentNo, paymentNo + "-console", new BigDecimal("20.00")); // not told of yet
        String refused = refundOf(orderId, ShopClient.newKey(), "10.00").text("refundNo");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> database()
                                .queryLong(
                                        "SELECT COUNT(*) FROM refund WHERE refund_no = ? AND status = 'FAILED'",
                                        refused)
                        == 1);
        assertThat(refundOf(orderId, ShopClient.newKey(), "5.00").status()).isEqualTo(201);
        await().atMost(Duration.ofMinutes(1)).until(() -> givenBack(orderId) == 500);
        client().post("/api/payments/" + paymentNo + "/query", "");
        await().atMost(Duration.ofMinutes(1)).until(() -> statusOf(orderId).equals("REFUNDED"));
    }

    @Test
    @DisplayName(
            "B-33 a refund of another payment's transaction, or under a number that was another's: doubtful, nothing moves")
    default void refund_of_another() throws Exception {
        String one = newOrder();
        String other = newOrder();
        String onePayment = checkedOut(one, Channel.STANDARD);
        String otherPayment = checkedOut(other, Channel.STANDARD);
        Notice onePaid = stage().simulator().pay(onePayment);
        Notice otherPaid = stage().simulator().pay(otherPayment);
        stage().delivery().deliverInTurn(List.of(onePaid, otherPaid));
        Notice refund = stage().simulator().refund(onePayment, onePayment + "-R", new BigDecimal("25.00"));
        Payment confused = new Payment(
                Channel.STANDARD,
                onePayment,
                otherPaid.payment().transactionId(),
                refund.payment().amount(),
                refund.payment().currency(),
                refund.payment().state(),
                refund.payment().refunded(),
                refund.payment().openedAt(),
                refund.payment().paidAt());
        Notice wrong =
                new Notice("msg_wrong" + onePayment, refund.kind(), confused, refund.refund(), refund.at(), null);
        assertThat(stage().delivery().deliver(wrong).accepted()).isTrue();
        assertThat(statusOf(one)).isEqualTo("PAID");
        assertThat(statusOf(other)).isEqualTo("PAID");
        assertThat(database()
                        .queryLong(
                                "SELECT COUNT(*) FROM suspicious_notice WHERE payment_no = ? AND reason = 'IDENTITY'",
                                onePayment))
                .isEqualTo(1);
        played((stage, numbers) -> stage.delivery().deliverInTurn(List.of(refund)), Channel.STANDARD, onePayment);
        assertThat(statusOf(one)).isEqualTo("REFUNDED");
        assertThat(statusOf(other)).isEqualTo("PAID");
    }
}
