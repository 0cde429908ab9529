package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("Two shops on one PostgreSQL behave as one")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoInstancesTest {
    private final TestDatabase database = TestServers.postgres();
    private List<RunningShop> shops = List.of();

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
        assertThat(database.queryLong("SELECT COUNT(*) FROM seed_run")).isEqualTo(1);
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
}
