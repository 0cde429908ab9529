package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ShopClient;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code POST /api/orders/{id}/cancellation}. */
public interface CancellationRules extends Rules {

    default Answer cancel(String orderId) throws IOException {
        return client().post("/api/orders/" + orderId + "/cancellation", "");
    }

    @Test
    @DisplayName("B-37 cancelled twice: the pieces go back once, the second answer is the first")
    default void a_cancellation_takes_effect_once() throws IOException {
        long stock = stockOf("SKU-4");
        String orderId = ordered(newUser(), "SKU-4").text("orderId");
        assertThat(stockOf("SKU-4")).isEqualTo(stock - 1);
        Answer first = cancel(orderId);
        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(first.text("status")).isEqualTo("CANCELLED");
        assertThat(cancel(orderId)).isEqualTo(first);
        assertThat(stockOf("SKU-4")).isEqualTo(stock);
        assertThat(client().get("/api/orders/" + orderId + "/history").json()).hasSize(2);
    }

    @Test
    @DisplayName("a paid order can't be cancelled: 409, and nothing goes back; nor can a cancelled one be paid")
    default void paid_is_paid() throws IOException {
        long stock = stockOf("SKU-4");
        String orderId = ordered(newUser(), "SKU-4").text("orderId");
        client().pay(orderId, "A41", "25.00");
        assertProblem(cancel(orderId), 409, "order-not-cancellable");
        assertThat(stockOf("SKU-4")).isEqualTo(stock - 1);
        String other = ordered(newUser(), "SKU-4").text("orderId");
        cancel(other);
        assertProblem(client().pay(other, "A41", "25.00"), 409, "order-not-payable");
        assertProblem(cancel("nope"), 404, "no-such-order");
    }

    @Test
    @DisplayName("an order that is being paid through a channel can be cancelled")
    default void cancelled_while_paying() throws IOException {
        String orderId = ordered(newUser(), "SKU-4").text("orderId");
        client().post(
                        "/api/orders/" + orderId + "/checkout",
                        "{\"channel\":\"stripe\"}",
                        "Idempotency-Key",
                        ShopClient.newKey());
        assertThat(cancel(orderId).text("status")).isEqualTo("CANCELLED");
    }

    @Test
    @DisplayName(
            "B-37 two cancellations and two payments at a barrier, fifty rounds: either paid or cancelled, the stock fits")
    default void cancelled_and_paid_at_once() throws IOException {
        int paid = 0;
        for (int round = 0; round < 50; round++) {
            long stock = stockOf("SKU-4");
            String orderId = ordered(newUser(), "SKU-4").text("orderId");
            List<Answer> answers =
                    herd(4).runAll(member -> member % 2 == 0 ? cancel(orderId) : client().pay(orderId, "A42", "25.00"));
            String status = statusOf(orderId);
            assertThat(status).isIn("PAID", "CANCELLED");
            boolean isPaid = status.equals("PAID");
            paid += isPaid ? 1 : 0;
            for (int member = 0; member < 4; member++) {
                boolean won = isPaid == (member % 2 == 1);
                assertThat(answers.get(member).status()).isEqualTo(won ? 200 : 409);
            }
            assertThat(stockOf("SKU-4")).isEqualTo(isPaid ? stock - 1 : stock);
        }
        assertThat(paid).as("rounds that were paid").isBetween(0, 50);
    }
}
