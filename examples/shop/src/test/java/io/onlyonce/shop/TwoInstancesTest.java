package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.server.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two shops on one database behave as one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TwoInstancesTest {
    private final TestDatabase database;
    private List<RunningShop> shops = List.of();

    TwoInstancesTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeAll
    void start() {
        shops = Herd.of(2).within(Duration.ofMinutes(10)).runAll(member -> RunningShop.on(database));
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
}
