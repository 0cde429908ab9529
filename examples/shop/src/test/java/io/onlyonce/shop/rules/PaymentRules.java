package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import java.io.IOException;
import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code POST /api/orders/{id}/payments}. */
public interface PaymentRules extends Rules {

    @Test
    @DisplayName(
            "a payment makes the order PAID and takes its amount; a repeat gets the same booking, whichever account it names")
    default void a_payment_is_booked_once() throws IOException {
        String orderId = ordered(newUser(), "SKU-8").text("orderId");
        BigDecimal before = balanceOf("A10");
        Answer first = client().pay(orderId, "A10", "25.00");
        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(first.text("orderId")).isEqualTo(orderId);
        assertThat(first.text("status")).isEqualTo("PAID");
        assertThat(first.text("journalNo")).isNotBlank();
        assertThat(client().pay(orderId, "A10", "25.00")).isEqualTo(first);
        assertThat(client().pay(orderId, "A11", "25.00")).isEqualTo(first);
        assertThat(balanceOf("A10")).isEqualByComparingTo(before.subtract(new BigDecimal("25.00")));
        assertThat(client().get("/api/orders/" + orderId).text("paidAt")).endsWith("Z");
    }

    @Test
    @DisplayName(
            "too little in the account: 402, the order stays open, nothing is written; it can still be paid from elsewhere")
    default void insufficient_funds_roll_everything_back() throws IOException {
        String account = "P" + System.nanoTime();
        database().update("INSERT INTO account (account_id, balance) VALUES (?, 24.99)", account);
        String orderId = ordered(newUser(), "SKU-8").text("orderId");
        assertProblem(client().pay(orderId, account, "25.00"), 402, "insufficient-funds");
        assertThat(client().get("/api/orders/" + orderId).text("status")).isEqualTo("PENDING");
        assertThat(client().get("/api/orders/" + orderId + "/history").json()).hasSize(1);
        assertThat(balanceOf(account)).isEqualByComparingTo("24.99");
        assertThat(client().pay(orderId, "A10", "25.00").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("another amount than the order's: 422, paid or not")
    default void the_amount_must_match() throws IOException {
        String orderId = ordered(newUser(), "SKU-8").text("orderId");
        assertProblem(client().pay(orderId, "A10", "25.01"), 422, "amount-mismatch");
        assertProblem(client().pay(orderId, "A10", "-25.00"), 422, "amount-mismatch");
        client().pay(orderId, "A10", "25.00");
        assertProblem(client().pay(orderId, "A10", "24.99"), 422, "amount-mismatch");
    }

    @Test
    @DisplayName("unknown order, unknown account: 404, and nothing is written")
    default void unknown_ids() throws IOException {
        assertProblem(client().pay("nope", "A1", "25.00"), 404, "no-such-order");
        String orderId = ordered(newUser(), "SKU-8").text("orderId");
        assertProblem(client().pay(orderId, "A1000", "25.00"), 404, "no-such-account");
        assertThat(client().get("/api/orders/" + orderId).text("status")).isEqualTo("PENDING");
    }

    @Test
    @DisplayName("B-35 an order that has moved on can't be paid: 409, nothing is written")
    default void an_order_that_moved_on() throws IOException {
        String orderId = ordered(newUser(), "SKU-8").text("orderId");
        database().update("UPDATE orders SET status = 'PAYING' WHERE order_id = ?", orderId);
        BigDecimal before = balanceOf("A12");
        assertProblem(client().pay(orderId, "A12", "25.00"), 409, "order-not-payable");
        assertThat(balanceOf("A12")).isEqualByComparingTo(before);
        database().update("UPDATE orders SET status = 'PENDING' WHERE order_id = ?", orderId);
    }
}
