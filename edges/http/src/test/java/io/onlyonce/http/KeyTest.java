package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.http.Sent.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(Container.class)
class KeyTest {
    @Parameter
    Container container;

    private final Web web = new Web();

    @BeforeEach
    void start() {
        web.endpoint("POST /orders", (request, response) -> {
                    web.ledger.add("order " + request.getHeader("X-User"));
                    response.getWriter().print("order of " + request.getHeader("X-User"));
                })
                .endpoint("POST /refunds", (request, response) -> {
                    web.ledger.add("refund");
                    response.getWriter().print("refund");
                })
                .endpoint("PUT /tickets/{id}", (request, response) -> {
                    web.ledger.add("ticket");
                    response.getWriter().print("ticket");
                })
                .start(container);
    }

    @AfterEach
    void stop() {
        web.close();
    }

    @Test
    @DisplayName("B-01 no key, an empty and a blank one are refused before anything is touched")
    void noKey() {
        for (Answer answer : new Answer[] {
            web.post("/orders").json("{\"amount\":1}").go(),
            web.post("/orders").json("{\"amount\":2}").key("").go(),
            web.post("/orders").json("{\"amount\":3}").key("  ").go()
        }) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.code()).isEqualTo("idempotency-key-missing");
            assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        }
        assertThat(web.store.claims()).isZero();
        web.mustHold(0, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"open", "\"a\"b\"", "\"\"", "\"a\\x\"", "a b", "\"", "k1, k2", "\"k\";a=1"})
    @DisplayName("B-01 what is no key is refused before anything is touched")
    void badKey(String key) {
        Answer answer = web.post("/orders").key(key).go();

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("idempotency-key-invalid");
        assertThat(web.store.claims()).isZero();
        web.mustHold(0, 0);
    }

    @Test
    @DisplayName("B-01 300 characters are too many, 255 are not")
    void length() {
        assertThat(web.post("/orders").key("k".repeat(300)).go().code()).isEqualTo("idempotency-key-invalid");
        assertThat(web.post("/orders").key("k".repeat(256)).go().status()).isEqualTo(400);
        assertThat(web.post("/orders").key("k".repeat(255)).go().status()).isEqualTo(200);
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-01 two different keys in two lines are refused, twice the same one is one")
    void twoHeaders() {
        Answer different = web.post("/orders").key("k1").key("k2").go();
        Answer same = web.post("/orders").key("k3").key("k3").go();

        assertThat(different.code()).isEqualTo("idempotency-key-invalid");
        assertThat(same.status()).isEqualTo(200);
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-01 bytes beyond ASCII and control characters in the key do no harm")
    void notAscii() {
        for (String key : new String[] {"k\u00e9y", "\u00c3\u00a9", "k\u0000y", "k\u0001y", "k\u007fy"}) {
            assertThat(Raw.exchange(web.port(), Raw.post("/orders", "Idempotency-Key: " + key)))
                    .startsWith("HTTP/1.1 400");
        }
        web.mustHold(0, 0);
    }

    @Test
    @DisplayName("the key in quotation marks is the same key")
    void quoted() {
        assertThat(web.post("/orders").key("abc").go().replayed()).isFalse();
        assertThat(web.post("/orders").key("\"abc\"").go().replayed()).isTrue();
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-02 one key of two callers and of two operations is four requests")
    void scopes() {
        assertThat(web.post("/orders").user("a").key("k1").go().body()).isEqualTo("order of a");
        assertThat(web.post("/orders").user("b").key("k1").go().body()).isEqualTo("order of b");
        assertThat(web.post("/refunds").user("a").key("k1").go().body()).isEqualTo("refund");
        assertThat(web.post("/refunds").user("b").key("k1").go().replayed()).isFalse();
        web.mustHold(4, 4);
    }

    @Test
    @DisplayName("B-02 one key for two path variables of one operation is a reused key, never a replay")
    void pathVariables() {
        assertThat(web.send("PUT", "/tickets/1").key("k1").go().status()).isEqualTo(200);
        Answer other = web.send("PUT", "/tickets/2").key("k1").go();

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.code()).isEqualTo("idempotency-key-reused");
        assertThat(web.send("PUT", "/tickets/1").key("k1").go().replayed()).isTrue();
        web.mustHold(1, 1);
    }

    @Test
    @DisplayName("B-02 callers and keys whose joined texts are equal stay apart")
    void glue() {
        String[][] pairs = {{"a:b", "c"}, {"a", "b:c"}, {"a_b", "c"}, {"a", "b_c"}, {"a/b", "c"}, {"a", "b/c"}};
        for (String[] pair : pairs) {
            assertThat(web.post("/orders").user(pair[0]).key(pair[1]).go().replayed())
                    .isFalse();
        }
        web.mustHold(pairs.length, pairs.length);
    }

    @Test
    @DisplayName("B-02 an anonymous caller is refused with 401 and a challenge, and leaves nothing")
    void anonymous() {
        Answer answer = new Sent(web.port(), "POST", "/orders").key("k1").go();

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.code()).isEqualTo("authentication-required");
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(web.post("/orders").user("x".repeat(600)).key("k1").go().code())
                .isEqualTo("scope-invalid");
        assertThat(web.store.claims()).isZero();
        web.mustHold(0, 0);
    }

    @Test
    @DisplayName("a request that is not protected goes straight through")
    void unprotected() {
        assertThat(web.send("GET", "/orders").go().status()).isEqualTo(500); // its handler writes without a transaction
        assertThat(web.store.claims()).isZero();
        web.mustHold(0, 0);
    }
}
