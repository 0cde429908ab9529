package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ShopClient;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code /api/transfers}. */
public interface TransferRules extends Rules {

    default Answer transfer(String key, String from, String to, String amount) throws IOException {
        return client().post(
                        "/api/transfers",
                        "{\"fromAccountId\":\"" + from + "\",\"toAccountId\":\"" + to + "\",\"amount\":\"" + amount
                                + "\"}",
                        "Idempotency-Key",
                        key,
                        "X-User-Id",
                        "mover");
    }

    @Test
    @DisplayName("a transfer goes over once per key, its answer is repeated to the byte, and it can be looked up")
    default void transferred_once() throws IOException {
        BigDecimal from = balanceOf("A90");
        BigDecimal to = balanceOf("A91");
        String key = ShopClient.newKey();
        Answer first = transfer(key, "A90", "A91", "12.50");
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        assertThat(first.text("status")).isEqualTo("DONE");
        Answer again = transfer(key, "A90", "A91", "12.50");
        assertThat(again.replayed()).isTrue();
        assertThat(again.withoutMark()).isEqualTo(first.withoutMark());
        String place = "/api/transfers/" + first.text("transferId");
        assertThat(client().get(place).body()).isEqualTo(first.body());
        assertThat(balanceOf("A90")).isEqualByComparingTo(from.subtract(new BigDecimal("12.50")));
        assertThat(balanceOf("A91")).isEqualByComparingTo(to.add(new BigDecimal("12.50")));
        assertProblem(transfer(key, "A90", "A91", "12.51"), 422, "idempotency-key-reused");
        assertProblem(client().get("/api/transfers/nope"), 404, "no-such-transfer");
    }

    @Test
    @DisplayName(
            "too little: 402, no account on either side: 404, and each retry is told the same; no amount, one account: 422; no key: 400")
    default void transfers_that_are_refused() throws IOException {
        BigDecimal before = balanceOf("A92");
        String poor = ShopClient.newKey();
        assertProblem(transfer(poor, "A92", "A93", "10000000.00"), 402, "insufficient-funds");
        Answer again = transfer(poor, "A92", "A93", "10000000.00");
        assertProblem(again, 402, "insufficient-funds");
        assertThat(again.replayed()).isTrue();
        assertProblem(transfer(ShopClient.newKey(), "nobody", "A92", "1.00"), 404, "no-such-account");
        String gone = ShopClient.newKey();
        for (int call = 0; call < 2; call++) {
            assertProblem(transfer(gone, "A92", "nobody", "1.00"), 404, "no-such-account");
        }
        assertThat(balanceOf("A92")).as("it came back").isEqualByComparingTo(before);
        assertProblem(transfer(ShopClient.newKey(), "A92", "A93", "0.00"), 422, "amount-invalid");
        assertProblem(transfer(ShopClient.newKey(), "A92", "A93", "-1.00"), 422, "amount-invalid");
        assertProblem(transfer(ShopClient.newKey(), "A92", "A92", "1.00"), 422, "same-account");
        assertProblem(client().post("/api/transfers", "{}"), 400, "idempotency-key-missing");
        assertThat(balanceOf("A92")).isEqualByComparingTo(before);
    }

    @Test
    @DisplayName("copies of one transfer at once, fifty rounds: one effect, equal answers")
    default void transfer_copies_at_once() throws IOException {
        BigDecimal before = balanceOf("A94");
        for (int round = 0; round < 50; round++) {
            String key = ShopClient.newKey();
            List<Answer> answers = herd(8).runAll(member -> transfer(key, "A94", "A95", "1.00"));
            assertThat(answers)
                    .extracting(Answer::withoutMark)
                    .containsOnly(answers.get(0).withoutMark());
            assertThat(answers.get(0).status()).as(answers.get(0).body()).isEqualTo(201);
        }
        assertThat(balanceOf("A94")).isEqualByComparingTo(before.subtract(new BigDecimal("50.00")));
    }
}
