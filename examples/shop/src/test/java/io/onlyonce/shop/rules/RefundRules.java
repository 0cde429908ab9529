package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ShopClient;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code POST /api/orders/{id}/refunds}. */
public interface RefundRules extends Rules {

    default Answer refund(String orderId, String key, String amount) throws IOException {
        return client().post(
                        "/api/orders/" + orderId + "/refunds",
                        "{\"amount\":\"" + amount + "\"}",
                        "Idempotency-Key",
                        key);
    }

    /** An order of 100.00, paid. */
    default String paidHundred(String account) throws IOException {
        String orderId = client().order(newUser(), ShopClient.newKey(), "{\"sku\":\"SKU-6\",\"quantity\":4}")
                .text("orderId");
        assertThat(client().pay(orderId, account, "100.00").status()).isEqualTo(200);
        return orderId;
    }

    @Test
    @DisplayName(
            "a refund goes back to the account once per key; two keys are two refunds; the rest of it makes REFUNDED")
    default void refunds_add_up() throws IOException {
        String orderId = paidHundred("A50");
        BigDecimal before = balanceOf("A50");
        String key = ShopClient.newKey();
        Answer first = refund(orderId, key, "30.00");
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        assertThat(first.text("refundNo")).isNotBlank();
        assertThat(refund(orderId, key, "30.00").withoutMark()).isEqualTo(first.withoutMark());
        assertThat(refund(orderId, ShopClient.newKey(), "30.00").text("refundNo"))
                .isNotEqualTo(first.text("refundNo"));
        assertThat(client().get("/api/orders/" + orderId).text("status")).isEqualTo("PAID");
        assertProblem(refund(orderId, ShopClient.newKey(), "40.01"), 409, "refund-exceeds-payment");
        assertThat(refund(orderId, ShopClient.newKey(), "40.00").status()).isEqualTo(201);
        assertThat(client().get("/api/orders/" + orderId).text("status")).isEqualTo("REFUNDED");
        assertProblem(refund(orderId, ShopClient.newKey(), "0.01"), 409, "refund-exceeds-payment");
        assertThat(balanceOf("A50")).isEqualByComparingTo(before.add(new BigDecimal("100.00")));
    }

    @Test
    @DisplayName("nothing to give back: 409; no amount: 422; no order: 404; another amount with the same key: 422")
    default void refunds_that_are_refused() throws IOException {
        String open = ordered(newUser(), "SKU-6").text("orderId");
        assertProblem(refund(open, ShopClient.newKey(), "1.00"), 409, "refund-exceeds-payment");
        String orderId = paidHundred("A51");
        assertProblem(refund(orderId, ShopClient.newKey(), "0.00"), 422, "amount-invalid");
        assertProblem(refund(orderId, ShopClient.newKey(), "-1.00"), 422, "amount-invalid");
        assertProblem(refund(orderId, ShopClient.newKey(), "1.001"), 400, "invalid-value");
        assertProblem(refund("nope", ShopClient.newKey(), "1.00"), 404, "no-such-order");
        String key = ShopClient.newKey();
        refund(orderId, key, "1.00");
        assertProblem(refund(orderId, key, "2.00"), 422, "idempotency-key-reused");
    }

    @Test
    @DisplayName("ten refunds of 15.00 of a payment of 100.00 at once, with ten keys, fifty rounds: exactly six")
    default void ten_at_once() throws IOException {
        for (int round = 0; round < 50; round++) {
            String orderId = paidHundred("A52");
            BigDecimal before = balanceOf("A52");
            List<Answer> answers = herd(10).runAll(member -> refund(orderId, ShopClient.newKey(), "15.00"));
            assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(6);
            assertThat(answers)
                    .filteredOn(answer -> answer.status() != 201)
                    .allSatisfy(answer -> assertProblem(answer, 409, "refund-exceeds-payment"));
            assertThat(balanceOf("A52")).isEqualByComparingTo(before.add(new BigDecimal("90.00")));
        }
    }
}
