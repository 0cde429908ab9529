package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.TimeZone;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The reading endpoints and the seed data. */
public interface ReadingRules extends Rules {

    @Test
    @DisplayName("the seed is there: 100 accounts, 20 products and SKU-HOT")
    default void the_seed_is_there() throws IOException {
        assertThat(database().queryLong("SELECT COUNT(*) FROM account WHERE account_id LIKE 'A%'"))
                .isEqualTo(100);
        assertThat(database().queryLong("SELECT COUNT(*) FROM product")).isEqualTo(21);
        assertThat(client().get("/api/accounts/A100").text("balance")).isEqualTo("10000.00");
        Answer hot = client().get("/api/products/SKU-HOT");
        assertThat(hot.text("price")).isEqualTo("10.00");
        assertThat(hot.json().path("stock").asInt()).isEqualTo(10);
        assertThat(client().get("/api/products/SKU-20").text("price")).isEqualTo("25.00");
    }

    @Test
    @DisplayName("a history lists each transition with its cause")
    default void a_history_is_listed() throws IOException {
        String orderId = ordered(newUser(), "SKU-9").text("orderId");
        client().pay(orderId, "A20", "25.00");
        Answer history = client().get("/api/orders/" + orderId + "/history");
        assertThat(history.json()).hasSize(2);
        assertThat(history.json().get(0).path("from").isNull()).isTrue();
        assertThat(history.json().get(0).path("to").asString()).isEqualTo("PENDING");
        assertThat(history.json().get(1).path("from").asString()).isEqualTo("PENDING");
        assertThat(history.json().get(1).path("to").asString()).isEqualTo("PAID");
        assertThat(history.json().get(1).path("at").asString()).endsWith("Z");
        assertThat(history.json().get(1).path("cause").asString()).isNotBlank();
    }

    @Test
    @DisplayName("a user's orders come newest first and no more than asked for")
    default void orders_are_listed() throws IOException {
        String user = newUser();
        ordered(user, "SKU-9");
        String newest = ordered(user, "SKU-9").text("orderId");
        Answer list = client().get("/api/orders?limit=1", "X-User-Id", user);
        assertThat(list.json().path("total").asInt()).isEqualTo(2);
        assertThat(list.json().path("orders")).hasSize(1);
        assertThat(list.json().path("orders").get(0).path("orderId").asString()).isEqualTo(newest);
        assertProblem(client().get("/api/orders?limit=0"), 400, "invalid-value");
        assertProblem(client().get("/api/orders?limit=many"), 400, "invalid-value");
    }

    @Test
    @DisplayName("what is not there is a 404, however odd its id")
    default void unknown_things() throws IOException {
        for (String id : new String[] {"nope", "%01", "%5B%7C", "x".repeat(5000), "%E5%BC%A0"}) {
            assertProblem(client().get("/api/orders/" + id), 404, "no-such-order");
            assertProblem(client().get("/api/orders/" + id + "/history"), 404, "no-such-order");
            assertProblem(client().get("/api/products/" + id), 404, "no-such-product");
            assertProblem(client().get("/api/accounts/" + id), 404, "no-such-account");
            assertProblem(client().get("/api/points/" + id), 404, "no-such-user");
        }
        assertProblem(client().get("/api/nothing"), 404, "not-found");
    }

    @Test
    @DisplayName("who has ordered has points, none at first")
    default void points_start_at_zero() throws IOException {
        String user = newUser();
        ordered(user, "SKU-9");
        assertThat(client().get("/api/points/" + user).json().path("balance").asInt(-1))
                .isZero();
    }

    @Test
    @DisplayName("the shop says that it is up")
    default void it_is_up() throws IOException {
        assertThat(client().get("/actuator/health").text("status")).isEqualTo("UP");
    }

    @Test
    @DisplayName("instants are right, whatever zone the machine is in")
    default void instants_have_no_zone() throws IOException {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Shanghai"));
        try {
            Instant createdAt = Instant.parse(ordered(newUser(), "SKU-9").text("createdAt"));
            assertThat(Duration.between(createdAt, Instant.now()).abs()).isLessThan(Duration.ofMinutes(5));
        } finally {
            TimeZone.setDefault(before);
        }
    }
}
