package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.BrokerSide;
import io.onlyonce.shop.harness.BrokerSide.Letter;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code order.paid} over a broker. The shop gives a message up after five tries with short pauses. */
public interface MessageRules extends PointsRules {
    BrokerSide broker();

    /** The same for every broker. */
    default List<String> shortPauses() {
        return List.of(
                "onlyonce.messaging.retry-after=20ms",
                "onlyonce.messaging.greatest-delay=100ms",
                // letters are counted: a confirm that is given up would send its letter twice
                "onlyonce.messaging.confirm-patience=30s");
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofMinutes(2));
    }

    private String paid(String user) throws IOException {
        String orderId = ordered(user, "SKU-12").text("orderId");
        assertThat(client().pay(orderId, "A60", "25.00").status()).isEqualTo(200);
        return orderId;
    }

    private static String message(String orderId, String user) {
        return "{\"messageId\":\"order.paid:" + orderId + "\",\"orderId\":\"" + orderId + "\",\"userId\":\"" + user
                + "\",\"amount\":\"25.00\"}";
    }

    private List<Letter> lettersWith(String part) {
        return broker().letters().stream()
                .filter(letter -> letter.body().contains(part))
                .toList();
    }

    private long disposed(String disposition) throws IOException {
        Answer answer =
                client().get("/actuator/metrics/onlyonce.messages?tag=consumer:points&tag=disposition:" + disposition);
        return answer.status() == 404
                ? 0
                : answer.json().path("measurements").path(0).path("value").asLong();
    }

    private Answer redrive(String consumer, String source, int limit) throws IOException {
        return client().post(
                        "/actuator/onlyoncedeadletters",
                        "{\"consumer\":\"" + consumer + "\",\"source\":\"" + source + "\",\"limit\":\"" + limit
                                + "\"}");
    }

    private long rowsOf(String user) {
        return database().queryLong("SELECT COUNT(*) FROM points_journal WHERE user_id = ?", user);
    }

    @Test
    @DisplayName("B-28 what can't be read goes to the dead letters at once, with its cause; later messages flow")
    default void unreadable() throws IOException {
        String user = newUser();
        String torn = "torn " + user;
        String nameless = "{\"userId\":\"" + user + "\"}";
        String incomplete = "{\"messageId\":\"incomplete\",\"userId\":\"" + user + "\"}";
        broker().send(List.of(torn, nameless, incomplete));
        paid(user);
        soon().until(() -> pointsOf(user) == 25);
        soon().until(() -> lettersWith(user).size() == 3);
        assertThat(lettersWith(torn)).singleElement().satisfies(letter -> {
            assertThat(letter.cause()).contains("cannot be read");
            assertThat(letter.tries()).isEqualTo("0");
        });
        assertThat(lettersWith(nameless))
                .extracting(Letter::cause)
                .singleElement(STRING)
                .contains("has no id");
        assertThat(lettersWith(incomplete)).singleElement().satisfies(letter -> {
            assertThat(letter.cause()).contains("orderId");
            assertThat(letter.tries()).isEqualTo("1");
        });
        assertThat(rowsOf(user)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "B-28 five failures, and it is a dead letter; re-driven too soon it comes back, re-driven after the repair it is done, once")
    default void failing() throws IOException {
        String user = newUser();
        String other = newUser();
        database().update("INSERT INTO points (user_id, balance) VALUES (?, ?)", user, Long.MAX_VALUE);
        String orderId = paid(user);
        paid(other);
        soon().until(() -> pointsOf(other) == 25);
        soon().until(() -> lettersWith(orderId).size() == 1);
        assertThat(lettersWith(orderId)).singleElement().satisfies(letter -> {
            assertThat(letter.cause()).contains("out of range");
            assertThat(letter.tries()).isEqualTo("5");
        });
        assertThat(rowsOf(user)).isZero();

        long dead = disposed("dead_letter");
        int waiting = broker().letters().size();
        assertThat(redrive("points", broker().source(), waiting).body()).isEqualTo("{\"sent\":" + waiting + "}");
        soon().until(() -> disposed("dead_letter") == dead + waiting);
        soon().until(() -> lettersWith(orderId).size() == 1);

        database().update("UPDATE points SET balance = 0 WHERE user_id = ?", user);
        broker().send(Collections.nCopies(3, message(orderId, user))); // copies do not run for it
        soon().until(() -> lettersWith(orderId).size() == 4);
        assertThat(rowsOf(user)).isZero();
        assertThat(redrive("points", broker().source(), 100).status()).isEqualTo(200);
        soon().until(() -> pointsOf(user) == 25 && lettersWith(orderId).isEmpty());
        assertThat(rowsOf(user)).isEqualTo(1);
    }

    @Test
    @DisplayName("a re-drive names a consumer and what it reads; else it is refused, and told what there is")
    default void redriveOfNothing() throws IOException {
        assertThat(client().get("/actuator/onlyoncedeadletters").body())
                .contains("\"consumer\":\"points\"", "\"source\":\"" + broker().source() + "\"");
        Answer nobody = redrive("nobody", broker().source(), 1);
        assertThat(nobody.status()).isEqualTo(400);
        assertThat(nobody.text("error")).contains("\"nobody\"", "[points]");
        Answer elsewhere = redrive("points", "elsewhere", 1);
        assertThat(elsewhere.status()).isEqualTo(400);
        assertThat(elsewhere.text("error")).contains("\"elsewhere\"", broker().source());
        assertThat(redrive("points", broker().source(), 0).status()).isEqualTo(400);
    }

    @Test
    @DisplayName(
            "a publisher that stutters, fifty copies beside the shop's own message: points once, nothing among the dead letters")
    default void stuttering() throws IOException {
        String user = newUser();
        long duplicates = disposed("duplicate");
        String orderId = paid(user);
        broker().send(Collections.nCopies(50, message(orderId, user)));
        soon().until(() -> disposed("duplicate") >= duplicates + 50);
        assertThat(pointsOf(user)).isEqualTo(25);
        assertThat(rowsOf(user)).isEqualTo(1);
        assertThat(lettersWith(orderId)).isEmpty();
    }
}
