package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Scope;
import io.onlyonce.shop.harness.Answer;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenHash;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code POST /api/tokens} and {@code POST /api/order-forms}. */
public interface OrderFormRules extends Rules {

    default String token(String user, String purpose) throws IOException {
        Answer answer = client().post("/api/tokens", "{\"purpose\":\"" + purpose + "\"}", "X-User-Id", user);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.text("token");
    }

    default Answer form(String user, String token, String form) throws IOException {
        return client().postForm("/api/order-forms", form, "X-User-Id", user, "X-Form-Token", token);
    }

    @Test
    @DisplayName("a token has 256 random bits, lives ten minutes, and only its hash is stored")
    default void tokens_are_issued() throws IOException {
        Answer answer = client().post("/api/tokens", "{\"purpose\":\"create-order\"}");
        assertThat(answer.text("token")).matches("[A-Za-z0-9_-]{43}");
        assertThat(answer.text("purpose")).isEqualTo("create-order");
        Duration left = Duration.between(Instant.now(), Instant.parse(answer.text("expiresAt")));
        assertThat(left).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(11));
        String token = token(newUser(), "create-order");
        assertThat(tokens(Base64.getUrlDecoder().decode(token))).isZero();
    }

    @Test
    @DisplayName("a token is kept under the hash of itself, its user and its purpose")
    default void tokens_are_kept_as_hashes() throws IOException {
        String user = newUser();
        assertThat(tokens(hash(user, token(user, "create-order")))).isEqualTo(1);
    }

    private long tokens(byte[] id) {
        return database().queryLong("SELECT COUNT(*) FROM onlyonce_token WHERE id = ?", id);
    }

    @Test
    @DisplayName("the same token again: the first answer, replayed, whatever the fields say now")
    default void a_token_places_one_order() throws IOException {
        String user = newUser();
        String token = token(user, "create-order");
        Answer first = form(user, token, "sku=SKU-6&quantity=2");
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        assertThat(first.location()).endsWith(first.text("orderId"));
        for (String fields : List.of("sku=SKU-6&quantity=2", "sku=SKU-7&quantity=1")) {
            Answer again = form(user, token, fields);
            assertThat(again.replayed()).isTrue();
            assertThat(again.withoutMark()).isEqualTo(first.withoutMark());
        }
        assertThat(ordersOf(user)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-13 unknown, foreign, for another purpose, expired: the same 403, and a foreign attempt uses nothing up")
    default void other_tokens_are_refused() throws IOException {
        String user = newUser();
        String token = token(user, "create-order");
        String expired = token(user, "create-order");
        database().update("UPDATE onlyonce_token SET expires_at = issued_at WHERE id = ?", hash(user, expired));
        List<Answer> refused = List.of(
                form(newUser(), token, "sku=SKU-6&quantity=1"),
                form(user, "x".repeat(43), "sku=SKU-6&quantity=1"),
                form(user, "nonsense", "sku=SKU-6&quantity=1"),
                form(user, expired, "sku=SKU-6&quantity=1"),
                form(user, token(user, "cancel-order"), "sku=SKU-6&quantity=1"),
                client().postForm("/api/order-forms", "sku=SKU-6&quantity=1", "X-User-Id", user));
        for (Answer answer : refused) {
            assertProblem(answer, 403, "token-invalid");
            assertThat(answer.body()).isEqualTo(refused.get(0).body());
        }
        assertThat(ordersOf(user)).isZero();
        assertThat(form(user, token, "sku=SKU-6&quantity=1").status()).isEqualTo(201);
    }

    @Test
    @DisplayName("B-12 an order that is refused does not use the token up")
    default void a_refused_order_keeps_its_token() throws IOException {
        String user = newUser();
        String token = token(user, "create-order");
        assertProblem(form(user, token, "sku=SKU-6&quantity=9999"), 409, "out-of-stock");
        assertProblem(form(user, token, "sku=NOPE&quantity=1"), 404, "no-such-product");
        assertThat(form(user, token, "sku=SKU-6&quantity=1").status()).isEqualTo(201);
    }

    private static byte[] hash(String user, String token) {
        return TokenHash.of(OneTimeToken.presented(token), TokenBinding.of("create-order", Scope.of(user)))
                .bytes();
    }
}
