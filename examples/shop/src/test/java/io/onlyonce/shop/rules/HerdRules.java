package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ShopClient;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A hundred at once. */
public interface HerdRules extends Rules {
    int COPIES = 100;

    /** Sends until there is an answer other than "in progress", coming back when told to. */
    default Answer answered(String user, String key, String json) {
        AtomicReference<Answer> answer = new AtomicReference<>();
        await().atMost(Duration.ofMinutes(2))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    answer.set(client().order(user, key, json));
                    assertThat(answer.get().status()).as(answer.get().body()).isIn(201, 409);
                    assertThat(answer.get().retryAfter()).isLessThanOrEqualTo(1);
                    return answer.get().status() == 201;
                });
        return answer.get();
    }

    @Test
    @DisplayName("B-10 a hundred copies of one order, fifty rounds: one order, one deduction, a hundred equal answers")
    default void copies_of_one_order() {
        String user = newUser();
        long stock = stockOf("SKU-12");
        for (int round = 1; round <= 50; round++) {
            String key = ShopClient.newKey();
            List<Answer> answers =
                    herd(COPIES).runAll(member -> answered(user, key, "{\"sku\":\"SKU-12\",\"quantity\":1}"));
            assertThat(answers)
                    .extracting(Answer::withoutMark)
                    .containsOnly(answers.get(0).withoutMark());
            assertThat(answers).filteredOn(answer -> !answer.replayed()).hasSize(1);
            assertThat(ordersOf(user)).isEqualTo(round);
            assertThat(stockOf("SKU-12")).isEqualTo(stock - round);
        }
    }

    @Test
    @DisplayName("a hundred copies of one order under a hundred keys, but with one request number: one order")
    default void copies_with_one_request_number() {
        String user = newUser();
        for (int round = 1; round <= 10; round++) {
            String order = "{\"requestNo\":\"R-" + round + "\",\"sku\":\"SKU-13\",\"quantity\":1}";
            List<Answer> answers = herd(COPIES).runAll(member -> client().order(user, ShopClient.newKey(), order));
            assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
            assertThat(answers).extracting(Answer::status).containsOnly(200, 201);
            assertThat(answers)
                    .extracting(answer -> answer.text("orderId"))
                    .containsOnly(answers.get(0).text("orderId"));
            assertThat(ordersOf(user)).isEqualTo(round);
        }
    }

    @Test
    @DisplayName("a hundred copies of one form: one order")
    default void copies_of_one_form() throws IOException {
        String user = newUser();
        String token = client().post("/api/tokens", "{\"purpose\":\"create-order\"}", "X-User-Id", user)
                .text("token");
        List<Answer> answers = herd(COPIES)
                .runAll(member -> client().postForm(
                                "/api/order-forms", "sku=SKU-13&quantity=1", "X-User-Id", user, "X-Form-Token", token));
        assertThat(answers)
                .extracting(Answer::withoutMark)
                .containsOnly(answers.get(0).withoutMark());
        assertThat(ordersOf(user)).isEqualTo(1);
    }

    @Test
    @DisplayName("a hundred payments of one order: one journal row, the balance right to the cent, one answer")
    default void copies_of_one_payment() throws IOException {
        for (int round = 1; round <= 10; round++) {
            String orderId = ordered(newUser(), "SKU-14").text("orderId");
            BigDecimal before = new BigDecimal(client().get("/api/accounts/A30").text("balance"));
            List<Answer> answers = herd(COPIES).runAll(member -> client().pay(orderId, "A30", "25.00"));
            assertThat(answers).containsOnly(answers.get(0));
            assertThat(answers.get(0).status()).isEqualTo(200);
            assertThat(database().queryLong("SELECT COUNT(*) FROM funds_journal WHERE order_id = ?", orderId))
                    .isEqualTo(1);
            assertThat(client().get("/api/accounts/A30").text("balance"))
                    .isEqualTo(before.subtract(new BigDecimal("25.00")).toPlainString());
        }
    }

    @Test
    @DisplayName("B-36 more buyers than pieces: each piece is sold once, the rest are told so")
    default void more_buyers_than_pieces() {
        List<Answer> answers = herd(COPIES)
                .runAll(member ->
                        client().order(newUser(), ShopClient.newKey(), "{\"sku\":\"SKU-HOT\",\"quantity\":1}"));
        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(10);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 201)
                .allSatisfy(answer -> assertProblem(answer, 409, "out-of-stock"));
        assertThat(stockOf("SKU-HOT")).isZero();
    }
}
