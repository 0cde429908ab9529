package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.simulator.Channel;
import io.onlyonce.simulator.Scenarios;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code order.paid} and the points. */
public interface PointsRules extends PlayedCallbacks {
    default long pointsOf(String user) throws IOException {
        return client().get("/api/points/" + user).json().path("balance").asLong(-1);
    }

    @Test
    @DisplayName(
            "a paid order brings a point for each yuan, once: paid fifty times from a balance, or by five callbacks at once")
    default void points_once() throws Exception {
        String user = newUser();
        String first = ordered(user, "SKU-12").text("orderId");
        String second = ordered(user, "SKU-12").text("orderId");
        assertThat(pointsOf(user)).isZero();
        List<Answer> answers = herd(50).runAll(member -> client().pay(first, "A60", "25.00"));
        assertThat(answers).extracting(Answer::status).containsOnly(200);
        await().atMost(Duration.ofMinutes(1)).until(() -> pointsOf(user) == 25);
        played(Scenarios.burst(5), Channel.ALIPAY, checkedOut(second, Channel.ALIPAY));
        await().atMost(Duration.ofMinutes(1)).until(() -> pointsOf(user) == 50);
        assertThat(database().queryLong("SELECT COUNT(*) FROM points_journal WHERE user_id = ?", user))
                .isEqualTo(2);
        assertThat(database()
                        .queryLong(
                                "SELECT COUNT(*) FROM onlyonce_inbox WHERE parked = TRUE AND source LIKE 'outbox:%'"))
                .isZero();
    }

    @Test
    @DisplayName("a payment that is refused brings no points")
    default void no_points() throws Exception {
        String user = newUser();
        String orderId = ordered(user, "SKU-12").text("orderId");
        assertProblem(client().pay(orderId, "A60", "24.00"), 422, "amount-mismatch");
        assertThat(database()
                        .queryLong("SELECT COUNT(*) FROM onlyonce_inbox WHERE entry_id = ?", "order.paid:" + orderId))
                .isZero();
        assertThat(pointsOf(user)).isZero();
    }
}
