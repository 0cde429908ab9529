package io.onlyonce.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.spring.support.WebApp;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseBody;

/** A context path, a servlet path, forwards, HEAD, and callers without a name. */
class PathsTest {
    private static BusinessDatabase database;
    private static WebApp app;

    private final String key = UUID.randomUUID().toString();

    @Controller
    @RequestMapping("/orders")
    static class Orders {
        private final Effects effects;

        Orders(Effects effects) {
            this.effects = effects;
        }

        @PostMapping("/{no}")
        @Idempotent
        @ResponseBody
        public String create(@PathVariable String no) {
            effects.write(no);
            return UUID.randomUUID().toString();
        }

        /** Leads to a protected handler without being protected itself. */
        @PostMapping("/{no}/again")
        public String again(@PathVariable String no) {
            return "forward:/api/orders/" + no;
        }

        @RequestMapping("/any/{no}")
        @Idempotent
        @ResponseBody
        public String anyMethod(@PathVariable String no) {
            effects.write(no);
            return UUID.randomUUID().toString();
        }

        @PostMapping("/remote/{no}")
        @Idempotent(guarantee = Idempotent.Guarantee.LEASED)
        @ResponseBody
        public String remote(@PathVariable String no) {
            assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                    .isFalse();
            effects.write(no);
            return UUID.randomUUID().toString();
        }

        @GetMapping("/pick-up/{no}")
        @Idempotent
        @ResponseBody
        public String pickUp(@PathVariable String no) {
            effects.write(no);
            return UUID.randomUUID().toString();
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.h2();
        app = WebApp.start(
                database,
                Orders.class,
                "server.servlet.context-path=/shop",
                "spring.mvc.servlet.path=/api",
                "onlyonce.http.anonymous=shared",
                "onlyonce.http.header=Request-Id",
                "onlyonce.http.problem-base=https://shop.example.org/problems/");
    }

    @AfterAll
    static void close() {
        app.close();
        database.close();
    }

    @AfterEach
    void check() {
        database.standingChecks();
    }

    private Answer send(String method, String path) {
        return app.client().request(method, path).header("Request-Id", key).send();
    }

    @Test
    @DisplayName(
            "with a context path and a servlet path the same handlers are protected; callers without a name share a scope where that is allowed")
    void protectedBehindPaths() {
        Answer first = send("POST", "/shop/api/orders/" + key);
        assertThat(first.status()).isEqualTo(200);
        Answer replay = send("POST", "/shop/api/orders/" + key);
        assertThat(replay.bytes()).isEqualTo(first.bytes());
        assertThat(replay.isReplay()).isTrue();
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("header and problem types are as configured")
    void configured() {
        Answer answer = app.client().post("/shop/api/orders/" + key).key(key).send();
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body())
                .contains("https://shop.example.org/problems/idempotency-key-missing")
                .contains("Request-Id");
        database.assertNothing(key);
    }

    @Test
    @DisplayName("B-40 a forward to a protected handler is protected")
    void forward() {
        assertThat(app.client()
                        .post("/shop/api/orders/" + key + "/again")
                        .send()
                        .status())
                .isEqualTo(400);
        Answer first = send("POST", "/shop/api/orders/" + key + "/again");
        assertThat(first.status()).isEqualTo(200);
        assertThat(send("POST", "/shop/api/orders/" + key + "/again").bytes()).isEqualTo(first.bytes());
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("B-40 HEAD runs a GET handler, so it is protected like GET")
    void head() {
        String path = "/shop/api/orders/pick-up/" + key;
        assertThat(app.client().request("HEAD", path).send().status()).isEqualTo(400);
        assertThat(send("HEAD", path).status()).isEqualTo(200);
        assertThat(send("HEAD", path).isReplay()).isTrue();
        assertThat(send("GET", path).status()).isEqualTo(422);
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("a handler without a method condition is protected even for a method that HTTP does not know")
    void unknownMethod() {
        String path = "/shop/api/orders/any/" + key;
        assertThat(app.client().request("PURGE", path).send().status()).isEqualTo(400);
        Answer first = send("PURGE", path);
        assertThat(first.status()).isEqualTo(200);
        assertThat(send("PURGE", path).bytes()).isEqualTo(first.bytes());
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("a path that only looks different is the same route")
    void sameRoute() {
        Answer first = send("POST", "/shop/api/orders/" + key);
        for (String path : new String[] {"/shop/api/orders/" + key + ";v=1", "/shop/api/%6Frders/" + key}) {
            assertThat(send("POST", path).bytes()).as(path).isEqualTo(first.bytes());
        }
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("a leased handler runs outside of any transaction, and its answer is replayed like any other")
    void leased() {
        Answer first = send("POST", "/shop/api/orders/remote/" + key);
        assertThat(first.status()).isEqualTo(200);
        Answer replay = send("POST", "/shop/api/orders/remote/" + key);
        assertThat(replay.bytes()).isEqualTo(first.bytes());
        assertThat(replay.isReplay()).isTrue();
        database.assertDoneOnce(key);
    }
}
