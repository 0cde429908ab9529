package io.onlyonce.spring.web;

import static io.onlyonce.spring.web.SecuredApp.newKey;
import static io.onlyonce.spring.web.SecuredApp.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.probe.Point;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.spring.support.WebApp;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handler, record and answer commit together, or none of them does. */
class TransactionOverHttpTest {
    private static WebApp app;
    private static BusinessDatabase database;
    private static Effects effects;

    private final String key = newKey();

    @BeforeAll
    static void open() {
        app = SecuredApp.get();
        database = app.database();
        effects = app.bean(Effects.class);
    }

    @AfterEach
    void check() {
        database.standingChecks();
    }

    @Test
    @DisplayName(
            "B-09 B-15 an exception that the advice turns into 409: remembered, its writes rolled back although the inner transaction marked all")
    void remembered() {
        Answer first = order("/api/v1/refused", key).send();
        assertThat(first.status()).isEqualTo(409);
        assertThat(first.body()).contains("out of stock");
        for (int retry = 0; retry < 2; retry++) {
            Answer replay = order("/api/v1/refused", key).send();
            assertThat(replay.status()).isEqualTo(409);
            assertThat(replay.bytes()).isEqualTo(first.bytes());
            assertThat(replay.isReplay()).isTrue();
        }
        assertThat(effects.runs(key)).isEqualTo(1);
        database.assertRefused(key);
    }

    @Test
    @DisplayName(
            "B-09 the record at the end: a retry's handler that refuses or breaks, because the first one has changed the data, gets the first answer")
    void atEnd() {
        Answer first = order("/api/v1/at-end", key).send();
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.isReplay()).isFalse();
        for (int retry = 0; retry < 3; retry++) {
            Answer replay = order("/api/v1/at-end", key).send();
            assertThat(replay.status()).isEqualTo(200);
            assertThat(replay.bytes()).isEqualTo(first.bytes());
            assertThat(replay.isReplay()).isTrue();
        }
        assertThat(effects.runs(key)).isEqualTo(1);
        database.assertDoneOnce(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/fails-first", "/api/v1/told-first"})
    @DisplayName("B-09 a 500, told by the advice or not: rolled back, no record, the retry runs and is remembered")
    void failed(String path) {
        assertThat(order(path, key).send().status()).isEqualTo(500);
        database.assertNothing(key);
        Answer second = order(path, key).send();
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.isReplay()).isFalse();
        assertThat(order(path, key).send().bytes()).isEqualTo(second.bytes());
        assertThat(effects.runs(key)).isEqualTo(2);
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("B-09 a validation's 400 leaves no record: the corrected request may use the same key")
    void validation() {
        Answer invalid = app.client()
                .post("/api/v1/orders")
                .as("ann")
                .key(key)
                .json("{\"no\":\"" + key + "\",\"amount\":-1}")
                .send();
        assertThat(invalid.status()).isEqualTo(400);
        database.assertNothing(key);
        assertThat(order("/api/v1/orders", key).send().status()).isEqualTo(201);
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("B-15 (c) a handler calls setRollbackOnly and returns 200: no success is told, nothing is kept")
    void rollbackOnly() {
        for (int call = 0; call < 2; call++) {
            Answer answer = order("/api/v1/rollback-only", key).send();
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.body()).doesNotContain("\"amount\"");
            database.assertNothing(key);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CLAIMED", "WORKED", "COMPLETED", "COMMITTED"})
    @DisplayName("B-15 (a) (b) the process dies at a point: the retry gets the committed answer, or runs")
    void dies(Point point) {
        app.bean(Gated.Gate.class).dieOnce(key, point);
        assertThat(order("/api/v1/orders", key).send().status()).isEqualTo(500);
        boolean committed = point == Point.COMMITTED;
        if (committed) {
            database.assertDoneOnce(key);
        } else {
            database.assertNothing(key);
        }
        Answer retry = order("/api/v1/orders", key).send();
        assertThat(retry.status()).isEqualTo(201);
        assertThat(retry.isReplay()).isEqualTo(committed);
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName(
            "the answer is sent after the commit only, however much the handler wrote and flushed; the record is invisible until then")
    void sentAfterCommit() throws Exception {
        Gated.Gate.Held held = app.bean(Gated.Gate.class).hold(key, Point.COMPLETED);
        ExecutorService client = Executors.newSingleThreadExecutor();
        try (RawRequest request = RawRequest.post(app.client().port(), "/large", key)) {
            assertThat(held.reached().await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(request.received()).as("bytes before the commit").isZero();
            database.assertNothing(key);
            CompletableFuture<Answer> duplicate =
                    CompletableFuture.supplyAsync(() -> order("/large", key).send(), client);
            held.goOn().countDown();
            assertThat(request.statusLine()).isEqualTo("HTTP/1.1 200 ");
            database.assertDoneOnce(key);
            assertThat(duplicate.get(60, TimeUnit.SECONDS).body()).hasSize(500_000);
        } finally {
            client.shutdown();
        }
        assertThat(effects.runs(key)).isEqualTo(1);
        assertThat(order("/large", key).send().body()).hasSize(500_000);
    }

    @Test
    @DisplayName(
            "B-10 B-15 (f) a duplicate while the first request is not committed: 409 and when to come back, then the replay")
    void inProgress() throws Exception {
        Gated.Gate.Held held = app.bean(Gated.Gate.class).hold(key, Point.WORKED);
        try (RawRequest first = RawRequest.post(app.client().port(), "/impatient", key)) {
            assertThat(held.reached().await(60, TimeUnit.SECONDS)).isTrue();
            Answer duplicate = order("/impatient", key).send();
            assertThat(duplicate.status()).isEqualTo(409);
            assertThat(duplicate.body()).contains("request-in-progress");
            assertThat(duplicate.header("Retry-After")).isEqualTo("1");
            held.goOn().countDown();
            assertThat(first.statusLine()).startsWith("HTTP/1.1 200");
        }
        assertThat(order("/impatient", key).send().isReplay()).isTrue();
        assertThat(effects.runs(key)).isEqualTo(1);
        database.assertDoneOnce(key);
    }
}
