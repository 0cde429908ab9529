package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ProviderSide;
import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.shop.rules.PlayedCallbacks;
import io.onlyonce.simulator.Channel;
import io.onlyonce.simulator.Notice;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.server.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two shops on one database behave as one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TwoInstancesTest {
    private final TestDatabase database;
    private final ProviderSide providers = new ProviderSide();
    private List<RunningShop> shops = List.of();

    TwoInstancesTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeAll
    void start() {
        shops = Herd.of(2)
                .within(Duration.ofMinutes(10))
                .runAll(member -> RunningShop.on(database, providers.settings()));
    }

    @AfterAll
    void stop() {
        shops.forEach(RunningShop::close);
        database.close();
    }

    @AfterEach
    void nothingIsBroken() throws Exception {
        try (Connection connection = database.unpooled().getConnection()) {
            assertThat(ShopInvariants.violations(connection)).isEmpty();
        }
    }

    private static Herd herd(int size) {
        return Herd.of(size).within(Duration.ofMinutes(3));
    }

    private ShopClient either(int member) {
        return shops.get(member % 2).client();
    }

    @Test
    @DisplayName("they started at once, and the seed was laid down once")
    void one_seed() {
        assertThat(database.queryLong("SELECT COUNT(*) FROM seed_run")).isEqualTo(2);
        assertThat(database.queryLong("SELECT COUNT(*) FROM account")).isEqualTo(100);
        assertThat(database.queryLong("SELECT COUNT(*) FROM product")).isEqualTo(21);
    }

    @Test
    @DisplayName("copies of one order at both: one order, equal answers")
    void one_order() {
        for (int round = 0; round < 20; round++) {
            String user = "two-" + round;
            String key = ShopClient.newKey();
            List<Answer> answers =
                    herd(40).runAll(member -> either(member).order(user, key, "{\"sku\":\"SKU-1\",\"quantity\":1}"));
            assertThat(answers)
                    .extracting(Answer::withoutMark)
                    .containsOnly(answers.get(0).withoutMark());
            assertThat(answers.get(0).status()).isEqualTo(201);
            assertThat(answers).filteredOn(answer -> !answer.replayed()).hasSize(1);
            assertThat(database.queryLong("SELECT COUNT(*) FROM orders WHERE user_id = ?", user))
                    .isEqualTo(1);
        }
    }

    @Test
    @DisplayName("copies of one payment at both: one booking, equal answers")
    void one_payment() throws Exception {
        String orderId = either(0)
                .order("payer", ShopClient.newKey(), "{\"sku\":\"SKU-1\",\"quantity\":1}")
                .text("orderId");
        List<Answer> answers = herd(40).runAll(member -> either(member).pay(orderId, "A1", "25.00"));
        assertThat(answers).containsOnly(answers.get(0));
        assertThat(answers.get(0).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("a token issued by one is good at the other, once")
    void one_form() throws Exception {
        String token =
                either(0).post("/api/tokens", "{\"purpose\":\"create-order\"}").text("token");
        List<Answer> answers = herd(10).runAll(member ->
                either(member + 1).postForm("/api/order-forms", "sku=SKU-2&quantity=1", "X-Form-Token", token));
        assertThat(answers)
                .extracting(Answer::withoutMark)
                .containsOnly(answers.get(0).withoutMark());
        assertThat(answers.get(0).status()).isEqualTo(201);
    }

    @Test
    @DisplayName(
            "B-36 SKU-HOT, ten pieces, 500 buyers at both: exactly ten orders, no stock left, nobody meets an error")
    void hot_product() {
        List<Answer> answers = herd(500)
                .runAll(member -> either(member)
                        .order("hot-" + member, ShopClient.newKey(), "{\"sku\":\"SKU-HOT\",\"quantity\":1}"));
        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(10);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 201)
                .hasSize(490)
                .allSatisfy(answer -> {
                    assertThat(answer.status()).as(answer.body()).isEqualTo(409);
                    assertThat(answer.text("code")).isEqualTo("out-of-stock");
                });
        assertThat(database.queryLong("SELECT stock FROM product WHERE sku = 'SKU-HOT'"))
                .isZero();
        assertThat(database.queryLong("SELECT COUNT(*) FROM orders WHERE sku = 'SKU-HOT'"))
                .isEqualTo(10);
    }

    @Test
    @DisplayName("the coupon with 100 pieces, 1000 users at both: exactly 100 get one")
    void coupons() {
        List<List<Integer>> answers = herd(200).runAll(member -> {
            List<Integer> statuses = new ArrayList<>();
            for (int user = 0; user < 5; user++) {
                statuses.add(either(member + user)
                        .post("/api/coupons/WELCOME/claims", "", "X-User-Id", "coupon-" + member + "-" + user)
                        .status());
            }
            return statuses;
        });
        assertThat(answers.stream().flatMap(List::stream))
                .containsOnly(201, 409)
                .hasSize(1000);
        assertThat(answers.stream().flatMap(List::stream).filter(status -> status == 201))
                .hasSize(100);
        assertThat(database.queryLong("SELECT remaining FROM coupon WHERE code = 'WELCOME'"))
                .isZero();
    }

    @Test
    @DisplayName(
            "one cancellation, sent to both ten times, against a payment, fifty rounds: paid or cancelled, the stock fits")
    void cancelled_or_paid() throws Exception {
        for (int round = 0; round < 50; round++) {
            String orderId = either(round)
                    .order("c-" + round, ShopClient.newKey(), "{\"sku\":\"SKU-3\",\"quantity\":1}")
                    .text("orderId");
            List<Answer> answers = herd(12).runAll(member -> member < 2
                    ? either(member).pay(orderId, "A5", "25.00")
                    : either(member).post("/api/orders/" + orderId + "/cancellation", ""));
            assertThat(answers).extracting(Answer::status).containsOnly(200, 409);
            boolean paid = answers.get(0).status() == 200;
            assertThat(answers.subList(0, 2)).extracting(Answer::status).containsOnly(paid ? 200 : 409);
            assertThat(answers.subList(2, 12)).extracting(Answer::status).containsOnly(paid ? 409 : 200);
        }
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName(
            "fifty copies of one callback at once at both, ten rounds: fifty times the provider's word, one booking, PAID once")
    void callbacks(Channel channel) throws Exception {
        for (int round = 0; round < 10; round++) {
            String orderId = either(round)
                    .order("callback", ShopClient.newKey(), "{\"sku\":\"SKU-4\",\"quantity\":1}")
                    .text("orderId");
            Notice paid = providers.paid(channel, either(round).checkout(orderId, channel), "25.00");
            List<Answer> answers = herd(50).runAll(member -> either(member).callback(channel, providers.signed(paid)));
            assertThat(answers)
                    .extracting(answer -> answer.status() + " " + answer.body())
                    .containsOnly(PlayedCallbacks.ACCEPTED.get(channel));
            assertThat(either(round).get("/api/orders/" + orderId).text("status"))
                    .isEqualTo("PAID");
            assertThat(database.queryLong("SELECT COUNT(*) FROM funds_journal WHERE order_id = ?", orderId))
                    .isEqualTo(1);
            assertThat(database.queryLong(
                            "SELECT COUNT(*) FROM order_history WHERE order_id = ? AND to_status = 'PAID'", orderId))
                    .isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B-32 two channels, told of at once at both, fifty rounds: one pays, the other is to be given back")
    void two_channels_at_once() throws Exception {
        for (int round = 0; round < 50; round++) {
            String orderId = either(round)
                    .order("callback", ShopClient.newKey(), "{\"sku\":\"SKU-4\",\"quantity\":1}")
                    .text("orderId");
            Notice one = providers.paid(Channel.STANDARD, either(0).checkout(orderId, Channel.STANDARD), "25.00");
            Notice other = providers.paid(Channel.ALIPAY, either(1).checkout(orderId, Channel.ALIPAY), "25.00");
            List<Answer> answers = herd(8).runAll(member -> {
                Notice notice = member % 2 == 0 ? one : other;
                return either(member / 2).callback(notice.channel(), providers.signed(notice));
            });
            assertThat(answers).extracting(Answer::status).containsOnly(200, 204);
            assertThat(database.queryLong("SELECT COUNT(*) FROM funds_journal WHERE order_id = ?", orderId))
                    .isEqualTo(2);
            assertThat(database.queryLong("SELECT COUNT(*) FROM refund_request WHERE order_id = ?", orderId))
                    .isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "B-31 (c) callback against cancellation, at both, fifty rounds: paid, or cancelled and to be given back")
    void callback_or_cancelled() throws Exception {
        for (int round = 0; round < 50; round++) {
            String orderId = either(round)
                    .order("callback", ShopClient.newKey(), "{\"sku\":\"SKU-4\",\"quantity\":1}")
                    .text("orderId");
            Notice paid = providers.paid(Channel.STRIPE, either(round).checkout(orderId, Channel.STRIPE), "25.00");
            List<Answer> answers = herd(6).runAll(member -> member < 2
                    ? either(member).post("/api/orders/" + orderId + "/cancellation", "")
                    : either(member).callback(Channel.STRIPE, providers.signed(paid)));
            assertThat(answers.subList(2, 6)).extracting(Answer::status).containsOnly(200);
            boolean cancelled = answers.get(0).status() == 200;
            assertThat(either(round).get("/api/orders/" + orderId).text("status"))
                    .isEqualTo(cancelled ? "CANCELLED" : "PAID");
            assertThat(database.queryLong("SELECT COUNT(*) FROM refund_request WHERE order_id = ?", orderId))
                    .isEqualTo(cancelled ? 1 : 0);
        }
    }

    @Test
    @DisplayName("fifty refunds through a channel, sent by both at once: each is booked once")
    void refunds_through_a_channel() throws Exception {
        String orderId = either(0)
                .order("refunds", ShopClient.newKey(), "{\"sku\":\"SKU-4\",\"quantity\":2}")
                .text("orderId");
        Notice paid = providers.paid(Channel.STANDARD, either(0).checkout(orderId, Channel.STANDARD), "50.00");
        either(1).callback(Channel.STANDARD, providers.signed(paid));
        List<Answer> answers = herd(50).runAll(member -> either(member)
                .post(
                        "/api/orders/" + orderId + "/refunds",
                        "{\"amount\":\"1.00\"}",
                        "Idempotency-Key",
                        ShopClient.newKey()));
        assertThat(answers).extracting(Answer::status).containsOnly(201);
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() ->
                        either(0).get("/api/orders/" + orderId).text("status").equals("REFUNDED"));
        assertThat(database.queryLong(
                        "SELECT COUNT(*) FROM funds_journal WHERE order_id = ? AND direction = 'OUT' AND amount = 1.00",
                        orderId))
                .isEqualTo(50);
        assertThat(database.queryLong("SELECT COUNT(*) FROM suspicious_notice WHERE order_id = ?", orderId))
                .isZero();
    }
}
