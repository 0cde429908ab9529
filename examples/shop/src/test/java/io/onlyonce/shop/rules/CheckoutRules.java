package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ShopClient;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code POST /api/orders/{id}/checkout}. */
public interface CheckoutRules extends Rules {

    default Answer checkout(String orderId, String key, String channel) throws IOException {
        return client().post(
                        "/api/orders/" + orderId + "/checkout",
                        "{\"channel\":\"" + channel + "\"}",
                        "Idempotency-Key",
                        key);
    }

    @Test
    @DisplayName("a checkout makes the order PAYING; the same key gets the same number, another key another one")
    default void a_checkout_has_a_number() throws IOException {
        String orderId = ordered(newUser(), "SKU-5").text("orderId");
        String key = ShopClient.newKey();
        Answer first = checkout(orderId, key, "alipay");
        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(first.text("channel")).isEqualTo("alipay");
        Answer again = checkout(orderId, key, "alipay");
        assertThat(again.withoutMark()).isEqualTo(first.withoutMark());
        assertThat(again.replayed()).isTrue();
        Answer second = checkout(orderId, ShopClient.newKey(), "wechatpay");
        assertThat(second.status()).as(second.body()).isEqualTo(200);
        assertThat(second.text("paymentNo")).isNotEqualTo(first.text("paymentNo"));
        assertThat(client().get("/api/orders/" + orderId).text("status")).isEqualTo("PAYING");
        assertThat(client().get("/api/orders/" + orderId + "/history").json()).hasSize(2);
        assertThat(database().queryLong("SELECT COUNT(*) FROM checkout WHERE order_id = ?", orderId))
                .isEqualTo(2);
    }

    @Test
    @DisplayName("an order that is paid or cancelled has no checkout: 409; an unknown channel: 400; no order: 404")
    default void checkouts_that_are_refused() throws IOException {
        String orderId = ordered(newUser(), "SKU-5").text("orderId");
        assertProblem(checkout(orderId, ShopClient.newKey(), "cash"), 400, "invalid-value");
        client().pay(orderId, "A43", "25.00");
        assertProblem(checkout(orderId, ShopClient.newKey(), "stripe"), 409, "order-not-payable");
        assertProblem(checkout("nope", ShopClient.newKey(), "stripe"), 404, "no-such-order");
        assertThat(database().queryLong("SELECT COUNT(*) FROM checkout WHERE order_id = ?", orderId))
                .isZero();
    }

    @Test
    @DisplayName("an order that is being paid through a channel is not paid from a balance as well: 409")
    default void not_twice() throws IOException {
        String orderId = ordered(newUser(), "SKU-5").text("orderId");
        checkout(orderId, ShopClient.newKey(), "standard");
        assertProblem(client().pay(orderId, "A43", "25.00"), 409, "order-not-payable");
    }
}
