package io.onlyonce.spring.web;

import static io.onlyonce.spring.web.SecuredApp.newKey;
import static io.onlyonce.spring.web.SecuredApp.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.WebApp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which requests are protected: those that Spring leads to an annotated method, and no others. */
class RoutesTest {
    private static WebApp app;
    private static BusinessDatabase database;

    private final String key = newKey();

    @BeforeAll
    static void open() {
        app = SecuredApp.get();
        database = app.database();
    }

    @AfterEach
    void check() {
        database.standingChecks();
    }

    private Answer plain(String method, String path) {
        return app.client().request(method, path).as("ann").send();
    }

    @Test
    @DisplayName("the most specific handler counts: /things/{id} is protected, /things/special is not")
    void mostSpecific() {
        assertThat(order("/api/v1/things/7", key).send().isReplay()).isFalse();
        assertThat(order("/api/v1/things/7", key).send().isReplay()).isTrue();
        assertThat(plain("POST", "/api/v1/things/7").status()).isEqualTo(400);
        Answer special = order("/api/v1/things/special", key).send();
        assertThat(special.body())
                .startsWith("special")
                .isNotEqualTo(order("/api/v1/things/special", key).send().body());
        assertThat(plain("POST", "/api/v1/things/special").status()).isEqualTo(200);
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("several paths of one method are several operations: the same key may be used for each")
    void severalPaths() {
        Answer a = order("/api/v1/a/1", key).send();
        assertThat(order("/api/v1/a/1", key).send().bytes()).isEqualTo(a.bytes());
        Answer b = order("/api/v1/b/1", key).send();
        assertThat(b.status()).isEqualTo(200);
        assertThat(b.isReplay()).isFalse();
        assertThat(order("/api/v1/b/1", key).send().bytes())
                .isEqualTo(b.bytes())
                .isNotEqualTo(a.bytes());
        assertThat(database.records(key)).isEqualTo(2);
        database.database().update("DELETE FROM effect WHERE name = ?", key);
        database.database().update("DELETE FROM onlyonce_record WHERE idempotency_key = ?", key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "PUT", "PATCH", "DELETE"})
    @DisplayName("a handler without a method condition is protected whatever the method")
    void anyMethod(String method) {
        assertThat(plain(method, "/api/v1/any").status()).isEqualTo(400);
        Answer first =
                app.client().request(method, "/api/v1/any").as("ann").key(key).send();
        Answer replay =
                app.client().request(method, "/api/v1/any").as("ann").key(key).send();
        assertThat(first.status()).isEqualTo(200);
        assertThat(replay.isReplay()).isTrue();
        assertThat(replay.bytes()).isEqualTo(first.bytes());
        database.database().update("DELETE FROM onlyonce_record WHERE idempotency_key = ?", key); // it has no effect
    }

    @Test
    @DisplayName(
            "unknown routes, other methods and wrong media types get Spring's answers, with or without a key, and leave nothing")
    void passedThrough() {
        assertThat(order("/api/v1/nothing", key).send().status()).isEqualTo(404);
        assertThat(plain("POST", "/api/v1/nothing").status()).isEqualTo(404);
        assertThat(plain("DELETE", "/api/v1/orders").status()).isEqualTo(405);
        assertThat(app.client()
                        .post("/api/v1/orders")
                        .as("ann")
                        .key(key)
                        .text("no JSON")
                        .send()
                        .status())
                .isEqualTo(415);
        database.assertNothing(key);
    }

    @Test
    @DisplayName("unprotected handlers are untouched: each request runs, with a key or without")
    void unprotected() {
        String body = order("/api/v1/unprotected", key).send().body();
        assertThat(order("/api/v1/unprotected", key).send().body())
                .contains(key)
                .isNotEqualTo(body);
        database.assertNothing(key);
    }

    @Test
    @DisplayName("a path that only looks different is the same route")
    void sameRoute() {
        Answer first = order("/api/v1/orders", key).send();
        assertThat(order("/api/v1/%6Frders", key).send().bytes()).isEqualTo(first.bytes());
        database.assertDoneOnce(key);
    }
}
