package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.server.TestDatabase;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.UUID;

/** What every set of rules needs of a test. */
public interface Rules {
    ShopClient client();

    TestDatabase database();

    /** So many at once, with time enough on a busy machine. */
    default Herd herd(int size) {
        return Herd.of(size).within(Duration.ofMinutes(3));
    }

    /** A user that nobody else is. */
    default String newUser() {
        return "user-" + UUID.randomUUID();
    }

    /** A fresh order of one piece, as placed. */
    default Answer ordered(String user, String sku) throws IOException {
        Answer answer = client().order(user, ShopClient.newKey(), "{\"sku\":\"" + sku + "\",\"quantity\":1}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer;
    }

    default String statusOf(String orderId) throws IOException {
        return client().get("/api/orders/" + orderId).text("status");
    }

    default long ordersOf(String user) {
        return database().queryLong("SELECT COUNT(*) FROM orders WHERE user_id = ?", user);
    }

    default long stockOf(String sku) {
        return database().queryLong("SELECT stock FROM product WHERE sku = ?", sku);
    }

    default BigDecimal balanceOf(String accountId) throws IOException {
        return new BigDecimal(client().get("/api/accounts/" + accountId).text("balance"));
    }

    /** A refusal has the contract's form. */
    default void assertProblem(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.type()).startsWith("application/problem+json");
        assertThat(answer.text("code")).isEqualTo(code);
        assertThat(answer.text("type")).endsWith("/" + code);
        assertThat(answer.text("title")).isNotBlank();
        assertThat(answer.json().path("status").asInt()).isEqualTo(status);
        assertThat(answer.text("detail")).isNotBlank();
        assertThat(answer.text("instance")).startsWith("/");
        assertThat(answer.body()).doesNotContain("io.onlyonce", "Exception", "java.");
    }
}
