package io.onlyonce.spring.web;

import static io.onlyonce.spring.web.SecuredApp.newKey;
import static io.onlyonce.spring.web.SecuredApp.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.Client.Sending;
import io.onlyonce.spring.support.WebApp;
import io.onlyonce.spring.web.SecuredApp.Rights;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rights are asked for on every request, replays included. */
class SecurityTest {
    private static final String ORDERS = "/api/v1/orders";
    private static WebApp app;
    private static BusinessDatabase database;
    private static Rights rights;

    private final String key = newKey();

    @BeforeAll
    static void open() {
        app = SecuredApp.get();
        database = app.database();
        rights = app.bean(Rights.class);
    }

    @AfterEach
    void check() {
        rights.give("ann");
        rights.give("bob");
        rights.tooManyRequests.set(false);
        database.standingChecks();
    }

    private Sending orderOf(String user) {
        return app.client().post(ORDERS).as(user).key(key).json("{\"no\":\"" + key + "\",\"amount\":1}");
    }

    private Sending anonymousOrder() {
        return app.client().post(ORDERS).key(key).json("{\"no\":\"" + key + "\",\"amount\":1}");
    }

    @Test
    @DisplayName("B-45 a right that was withdrawn: 403 without a stored byte; given back: the replay")
    void withdrawn() {
        Answer first = order(ORDERS, key).send();
        rights.withdraw("ann");
        Answer refused = order(ORDERS, key).send();
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body()).doesNotContain(key);
        assertThat(refused.isReplay()).isFalse();
        assertThat(refused.header("Location")).isNull();
        rights.give("ann");
        assertThat(order(ORDERS, key).send().bytes()).isEqualTo(first.bytes());
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("B-45 another user who may not enter cannot tell whether the key exists")
    void notAllowed() {
        rights.withdraw("bob");
        Answer before = orderOf("bob").send();
        order(ORDERS, key).send();
        Answer after = orderOf("bob").send();
        assertThat(before.status()).isEqualTo(403);
        assertThat(after.status()).isEqualTo(403);
        assertThat(after.response().headers().map().keySet())
                .isEqualTo(before.response().headers().map().keySet());
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("B-02 B-45 another user with the same key is another scope: his request is his own")
    void otherUser() {
        Answer anns = order(ORDERS, key).send();
        Answer bobs = app.client()
                .post(ORDERS)
                .as("bob")
                .key(key)
                .json("{\"no\":\"" + key + "\",\"amount\":2}")
                .send();
        assertThat(bobs.status()).isEqualTo(201);
        assertThat(bobs.isReplay()).isFalse();
        assertThat(bobs.bytes()).isNotEqualTo(anns.bytes());
        assertThat(database.records(key)).isEqualTo(2);
        assertThat(database.effects(key)).isEqualTo(2);
        database.database().update("DELETE FROM effect WHERE name = ?", key);
        database.database().update("DELETE FROM onlyonce_record WHERE idempotency_key = ?", key);
    }

    @Test
    @DisplayName(
            "B-45 an unauthenticated request first: 401, no record, the genuine one runs; afterwards 401 again, no stored byte")
    void unauthenticated() {
        assertThat(anonymousOrder().send().status()).isEqualTo(401);
        database.assertNothing(key);
        assertThat(order(ORDERS, key).send().status()).isEqualTo(201);
        Answer after = anonymousOrder().send();
        assertThat(after.status()).isEqualTo(401);
        assertThat(after.body()).doesNotContain(key);
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("B-45 a 429 first: no record, the genuine request runs; a 429 afterwards does not replay")
    void tooManyRequests() {
        rights.tooManyRequests.set(true);
        assertThat(order(ORDERS, key).send().status()).isEqualTo(429);
        database.assertNothing(key);
        rights.tooManyRequests.set(false);
        assertThat(order(ORDERS, key).send().status()).isEqualTo(201);
        rights.tooManyRequests.set(true);
        assertThat(order(ORDERS, key).send().status()).isEqualTo(429);
        database.assertDoneOnce(key);
    }
}
