package io.onlyonce.spring.web;

import static io.onlyonce.spring.web.SecuredApp.newKey;
import static io.onlyonce.spring.web.SecuredApp.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.probe.Decision.Kind;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.WebApp;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.RecordingProbe;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One effect and one answer over HTTP. */
class ReplayTest {
    private static final String ORDERS = "/api/v1/orders";
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

    @Test
    @DisplayName("a replay is the first answer byte for byte, with its status and Location, and says that it is one")
    void replay() {
        Answer first = order(ORDERS, key).send();
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.isReplay()).isFalse();
        assertThat(first.header("X-Not-Kept")).isEqualTo("1");
        for (int retry = 0; retry < 2; retry++) {
            Answer replay = order(ORDERS, key).send();
            assertThat(replay.status()).isEqualTo(201);
            assertThat(replay.bytes()).isEqualTo(first.bytes());
            assertThat(replay.header("Location"))
                    .isEqualTo(first.header("Location"))
                    .startsWith("/api/v1/orders/");
            assertThat(replay.header("Content-Type")).isEqualTo(first.header("Content-Type"));
            assertThat(replay.isReplay()).isTrue();
        }
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("B-10 16 requests at once, 50 rounds: one effect, one answer")
    void herd() {
        for (int round = 0; round < 50; round++) {
            String no = key + round;
            List<String> answers = Herd.of(16).runAll(member -> {
                Answer answer = order(ORDERS, no).send();
                return answer.status() + answer.body();
            });
            assertThat(answers).containsOnly(answers.get(0)).allMatch(answer -> answer.startsWith("201"));
            database.assertDoneOnce(no);
        }
    }

    @Test
    @DisplayName("the key bare and as a quoted string is the same key")
    void quoted() {
        Answer first = order(ORDERS, key).send();
        Client.Sending quoted = app.client()
                .post(ORDERS)
                .as("ann")
                .key("\"" + key + "\"")
                .json("{ \"amount\": 1, \"no\": \"" + key + "\" }"); // and the payload means the same
        assertThat(quoted.send().bytes()).isEqualTo(first.bytes());
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName(
            "the same key for another payload, path variable or query: 422; nothing is done, the first answer stays")
    void reused() {
        String path = ORDERS + "/1/refunds";
        Answer first = order(path, key).send();
        assertThat(first.status()).isEqualTo(200);
        Client.Sending otherPayload =
                app.client().post(path).as("ann").key(key).json("{\"no\":\"" + key + "\",\"amount\":2}");
        for (Answer other : List.of(
                otherPayload.send(),
                order(ORDERS + "/2/refunds", key).send(),
                order(path + "?a=b", key).send())) {
            assertThat(other.status()).isEqualTo(422);
            assertThat(other.header("Content-Type")).startsWith("application/problem+json");
            assertThat(other.body()).contains("idempotency-key-reused");
        }
        assertThat(order(path, key).send().bytes()).isEqualTo(first.bytes());
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("B-01 no key: 400, nothing is done")
    void noKey() {
        Answer answer = app.client()
                .post(ORDERS)
                .as("ann")
                .json("{\"no\":\"" + key + "\",\"amount\":1}")
                .send();
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("idempotency-key-missing");
        database.assertNothing(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "\"open", "\"\""})
    @DisplayName("B-01 what is no key: 400, nothing is done")
    void badKey(String bad) {
        long before = database.records();
        Answer answer = app.client()
                .post(ORDERS)
                .as("ann")
                .key(bad)
                .json("{\"no\":\"" + key + "\",\"amount\":1}")
                .send();
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("idempotency-key-invalid");
        assertThat(database.records()).isEqualTo(before);
        assertThat(database.effects(key)).isZero();
    }

    @Test
    @DisplayName(
            "a first request: one connection, the business's statement and two more; a replay: one connection, two statements")
    void cost() {
        order(ORDERS, newKey()).send();
        app.counting().reset();
        order(ORDERS, key).send();
        assertThat(app.counting().statements()).hasSize(3);
        assertThat(app.counting().commits()).isEqualTo(1);
        assertThat(app.counting().connectionsBorrowed()).isEqualTo(1);
        app.counting().reset();
        order(ORDERS, key).send();
        assertThat(app.counting().statements()).hasSize(2);
        assertThat(app.counting().connectionsBorrowed()).isEqualTo(1);
        app.counting().reset();
        order("/api/v1/unprotected", key).send();
        assertThat(app.counting().connectionsBorrowed()).isZero();
    }

    @Test
    @DisplayName("S6 each request is one decision: first, replayed, reused")
    void decisions() {
        order(ORDERS, key).send();
        order(ORDERS, key).send();
        order(ORDERS + "?a=b", key).send();
        assertThat(app.bean(RecordingProbe.class).decisions())
                .filteredOn(decision -> decision.key().key().equals(key))
                .extracting(decision -> decision.kind())
                .containsExactly(Kind.FIRST, Kind.REPLAYED, Kind.KEY_REUSED);
    }
}
