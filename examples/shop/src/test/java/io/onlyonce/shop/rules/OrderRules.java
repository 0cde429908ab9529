package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ShopClient;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code POST /api/orders}. */
public interface OrderRules extends Rules {

    @Test
    @DisplayName("an order is answered with 201, its place and its amount, and takes its pieces from the stock")
    default void an_order_is_placed() throws IOException {
        long before = stockOf("SKU-3");
        Answer answer = client().order(newUser(), ShopClient.newKey(), "{\"sku\":\"SKU-3\",\"quantity\":3}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(answer.location()).endsWith("/api/orders/" + answer.text("orderId"));
        assertThat(answer.text("status")).isEqualTo("PENDING");
        assertThat(answer.text("amount")).isEqualTo("75.00");
        assertThat(answer.text("createdAt")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
        assertThat(stockOf("SKU-3")).isEqualTo(before - 3);
        assertThat(client().get("/api/orders/" + answer.text("orderId")).json()).isEqualTo(answer.json());
    }

    @Test
    @DisplayName("B-06 the same key again: the first answer, byte for byte, marked as replayed")
    default void the_same_key_is_replayed() throws IOException {
        String user = newUser();
        String key = ShopClient.newKey();
        Answer first = client().order(user, key, "{\"sku\":\"SKU-1\",\"quantity\":1}");
        Answer second = client().order(user, key, "{ \"quantity\": 1, \"sku\": \"SKU-1\" }");
        assertThat(first.replayed()).isFalse();
        assertThat(second.replayed()).isTrue();
        assertThat(second.withoutMark()).isEqualTo(first.withoutMark());
        assertThat(ordersOf(user)).isEqualTo(1);
    }

    @Test
    @DisplayName("the same key for another body: 422, and nothing is done")
    default void a_reused_key_is_refused() throws IOException {
        String user = newUser();
        String key = ShopClient.newKey();
        client().order(user, key, "{\"sku\":\"SKU-1\",\"quantity\":1}");
        assertProblem(client().order(user, key, "{\"sku\":\"SKU-1\",\"quantity\":2}"), 422, "idempotency-key-reused");
        assertThat(ordersOf(user)).isEqualTo(1);
    }

    @Test
    @DisplayName("B-01 no key: 400; a key of 300 characters: 400")
    default void keys_are_checked() throws IOException {
        String user = newUser();
        String order = "{\"sku\":\"SKU-1\",\"quantity\":1}";
        assertProblem(client().post("/api/orders", order, "X-User-Id", user), 400, "idempotency-key-missing");
        assertProblem(client().order(user, "k".repeat(300), order), 400, "idempotency-key-invalid");
        assertThat(ordersOf(user)).isZero();
    }

    @Test
    @DisplayName("a key in quotation marks and the bare one are the same key")
    default void quoted_and_bare_keys_are_one() throws IOException {
        String user = newUser();
        Answer bare = client().order(user, "abc", "{\"sku\":\"SKU-1\",\"quantity\":1}");
        Answer quoted = client().order(user, "\"abc\"", "{\"sku\":\"SKU-1\",\"quantity\":1}");
        assertThat(quoted.withoutMark()).isEqualTo(bare.withoutMark());
        assertThat(ordersOf(user)).isEqualTo(1);
    }

    @Test
    @DisplayName("B-02 two users, one key value: two orders; no user is a user of its own")
    default void keys_belong_to_their_user() throws IOException {
        String key = ShopClient.newKey();
        String order = "{\"sku\":\"SKU-1\",\"quantity\":1}";
        Answer one = client().order(newUser(), key, order);
        Answer other = client().order(newUser(), key, order);
        Answer nobody = client().post("/api/orders", order, "Idempotency-Key", key);
        assertThat(one.text("orderId")).isNotEqualTo(other.text("orderId"));
        assertThat(nobody.text("userId")).isEqualTo("anonymous");
        assertThat(nobody.replayed()).isFalse();
    }

    @Test
    @DisplayName("B-03 keys that differ only in case are two keys")
    default void keys_are_compared_byte_for_byte() throws IOException {
        String user = newUser();
        client().order(user, "Key-1", "{\"sku\":\"SKU-1\",\"quantity\":1}");
        client().order(user, "key-1", "{\"sku\":\"SKU-1\",\"quantity\":1}");
        assertThat(ordersOf(user)).isEqualTo(2);
    }

    @Test
    @DisplayName("a request number that was seen before: 200 and the existing order, nothing deducted")
    default void a_request_number_is_one_order() throws IOException {
        String user = newUser();
        String order = "{\"requestNo\":\"R-1\",\"sku\":\"SKU-4\",\"quantity\":1}";
        Answer first = client().order(user, ShopClient.newKey(), order);
        long stock = stockOf("SKU-4");
        Answer second = client().order(user, ShopClient.newKey(), order);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.json()).isEqualTo(first.json());
        assertThat(stockOf("SKU-4")).isEqualTo(stock);
        assertThat(client().order(newUser(), ShopClient.newKey(), order).status())
                .isEqualTo(201);
    }

    @Test
    @DisplayName("B-09 out of stock is remembered; wrong requests are not, and leave no record")
    default void what_is_remembered() throws IOException {
        String user = newUser();
        String tooMany = ShopClient.newKey();
        assertProblem(client().order(user, tooMany, "{\"sku\":\"SKU-5\",\"quantity\":5000}"), 409, "out-of-stock");
        Answer again = client().order(user, tooMany, "{\"sku\":\"SKU-5\",\"quantity\":5000}");
        assertProblem(again, 409, "out-of-stock");
        assertThat(again.replayed()).isTrue();
        String corrected = ShopClient.newKey();
        assertProblem(client().order(user, corrected, "{\"sku\":\"SKU-5\",\"quantity\":-1}"), 422, "quantity-invalid");
        assertProblem(client().order(user, corrected, "{\"sku\":\"NOPE\",\"quantity\":1}"), 404, "no-such-product");
        assertThat(client().order(user, corrected, "{\"sku\":\"SKU-5\",\"quantity\":1}")
                        .status())
                .isEqualTo(201);
        assertThat(ordersOf(user)).isEqualTo(1);
    }
}
