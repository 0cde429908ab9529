package io.onlyonce.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.redis.RedisTokenStore;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.WebApp;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import io.onlyonce.token.TokenStore;
import java.time.Duration;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tokens over HTTP, kept in Redis. */
class RedisFormTokensTest {
    private static PrivateRedis redis;
    private static WebApp app;

    @BeforeAll
    static void open() {
        redis = TestServers.privateRedis("--appendonly", "yes", "--appendfsync", "always");
        app = WebApp.start(
                BusinessDatabase.postgres(),
                FormApp.class,
                Stream.concat(
                                Stream.of(FormApp.SETTINGS),
                                Stream.of(
                                        "onlyonce.token-store=redis",
                                        "onlyonce.redis.timeout=5s", // a busy machine may pause for a while
                                        "spring.data.redis.url=" + redis.uri()))
                        .toArray(String[]::new));
    }

    @AfterAll
    static void close() {
        app.close();
        app.database().close();
        redis.close();
    }

    @Nested
    class Forms extends FormTokensSuite {
        Forms() {
            super(app);
        }

        @Test
        @DisplayName("the tokens are in Redis, none in the database")
        void inRedis() {
            assertThat(app.bean(TokenStore.class)).isInstanceOf(RedisTokenStore.class);
            int before = redis.keys("onlyonce:{").size();
            issued();
            assertThat(redis.keys("onlyonce:{")).hasSize(before + 1);
            assertThat(app.database().queryLong("SELECT COUNT(*) FROM onlyonce_token"))
                    .isZero();
        }

        @Test
        @DisplayName(
                "B-12 the application refuses: its own answer carries a fresh token, which works; the old one is spent")
        void ownRefusal() {
            String token = issued();
            Answer soldOut = order(token, "sold-out");
            assertThat(soldOut.status()).isEqualTo(409);
            assertThat(soldOut.body()).isEqualTo("sold out");
            String fresh = fresh(soldOut);
            assertProblem(order(token), 403, "token-invalid");
            Answer payment = order(fresh, "payment");
            assertThat(payment.status())
                    .as("the status that its exception is annotated with")
                    .isEqualTo(402);
            assertThat(effects(no())).isZero();
            String last = fresh(payment);
            assertThat(order(last).status()).isEqualTo(200);
            assertThat(order(last).body()).isEqualTo("order " + no());
            assertThat(effects(no())).isEqualTo(1);
        }

        @Test
        @DisplayName("B-12 a fault that nobody answers: 409 token-spent with a fresh token, which works once")
        void fault() {
            Answer spent = order(issued(), "fault");
            assertProblem(spent, 409, "token-spent");
            assertThat(spent.body()).doesNotContain("a fault");
            String fresh = fresh(spent);
            assertThat(effects(no())).isZero();
            assertThat(order(fresh).status()).isEqualTo(200);
            assertThat(order(fresh).status()).isEqualTo(200);
            assertThat(effects(no())).isEqualTo(1);
        }

        private String fresh(Answer answer) {
            assertThat(answer.header("Cache-Control")).contains("no-store");
            String token = answer.header("X-Form-Token");
            assertThat(token).isNotNull().matches("[A-Za-z0-9_-]{43}");
            return String.valueOf(token);
        }

        @Test
        @DisplayName(
                "B-23 Redis is down: 503 for tokens and orders, nothing is done; back again, the token that it has places the order")
        void down() {
            String token = issued();
            redis.kill();
            for (Answer answer : new Answer[] {ask("ann", CREATE), order(token)}) {
                assertProblem(answer, 503, "store-unavailable");
                assertThat(answer.header("Retry-After")).isEqualTo("1");
            }
            assertThat(effects(no())).isZero();
            redis.restart();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> ask("ann", CREATE).status() == 201);
            assertThat(order(token).status()).isEqualTo(200);
            assertThat(effects(no())).isEqualTo(1);
        }
    }
}
