package io.onlyonce.shop.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.simulator.Channel;
import io.onlyonce.simulator.Scenarios;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What people find out while the shop runs: by the endpoint and on the console. */
public interface ConsoleRules extends CallbackRules {
    private List<String> events(String orderId) throws IOException {
        Answer found = client().get("/actuator/onlyonce?number=" + orderId);
        assertThat(found.status()).as(found.body()).isEqualTo(200);
        return IntStream.range(0, found.json().path("events").size())
                .mapToObj(i -> found.json().path("events").get(i).path("event").asString())
                .toList();
    }

    @Test
    @DisplayName(
            "B-06 B-10 an order and its repeat are found by the order's number, at the endpoint and on the console, without the key")
    default void an_order_is_looked_up() throws IOException {
        String key = ShopClient.newKey();
        String body = "{\"sku\":\"SKU-9\",\"quantity\":1}";
        String user = newUser();
        String orderId = client().order(user, key, body).text("orderId");
        assertThat(client().order(user, key, body).text("orderId")).isEqualTo(orderId);
        await().atMost(Duration.ofMinutes(1)).until(() -> events(orderId).size() == 2);
        assertThat(events(orderId)).containsExactly("replayed", "first");
        Answer found = client().get("/actuator/onlyonce?number=" + orderId);
        String record = found.json().path("events").get(0).path("record").asString();
        assertThat(client().get("/actuator/onlyonce/" + record)
                        .json()
                        .path("record")
                        .path("standing")
                        .asString())
                .isEqualTo("completed");
        for (String page : List.of("/onlyonce/search?number=" + orderId, "/onlyonce/records/" + record)) {
            Answer shown = client().get(page);
            assertThat(shown.status()).as(page).isEqualTo(200);
            assertThat(shown.body()).contains(orderId).doesNotContain(key).doesNotContain(user);
        }
        assertThat(ordersOf(user)).isEqualTo(1);
    }

    @Test
    @DisplayName("the endpoint reads only, until somebody lets it write")
    default void the_endpoint_reads_only() throws IOException {
        String nobody = "00000000-0000-0000-0000-000000000001";
        assertThat(client().post("/actuator/onlyonce/" + nobody, "{\"verdict\":\"RELEASE\",\"fence\":1}")
                        .status())
                .isEqualTo(405);
        assertThat(client().get("/actuator/onlyonce/" + nobody).status()).isEqualTo(404);
    }

    @Test
    @DisplayName("money that has to go back stands on the console")
    default void refunds_to_be_made() throws Exception {
        String orderId = newOrder();
        String paymentNo = checkedOut(orderId, Channel.STRIPE);
        assertThat(client().post("/api/orders/" + orderId + "/cancellation", "").status())
                .isEqualTo(200);
        played(Scenarios.late(), Channel.STRIPE, paymentNo);
        assertThat(countOf("refund_request", orderId)).isEqualTo(1);
        assertThat(client().get("/onlyonce").body()).contains(orderId);
    }
}
