package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.shop.rules.Rules;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The shop starts, serves and pays while its broker is away; what it has to tell is told when that is back. The broker is the test's own, and the shop's names are the usual ones. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrokerAwayTest implements Rules {
    private final TestDatabase database = TestServers.postgres();
    private @Nullable RunningShop shop;

    abstract List<String> settings();

    abstract void kill();

    abstract void restart();

    @AfterAll
    void stop() {
        if (shop != null) {
            shop.close();
        }
        database.close();
    }

    private String payer() throws IOException {
        String user = newUser();
        String orderId = ordered(user, "SKU-12").text("orderId");
        assertThat(client().pay(orderId, "A60", "25.00").status()).isEqualTo(200);
        assertThat(client().get("/actuator/health").text("status")).isEqualTo("UP");
        return user;
    }

    private void awaitPoints(String user) {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> client().get("/api/points/" + user)
                                .json()
                                .path("balance")
                                .asLong()
                        == 25);
    }

    @Test
    @DisplayName("away at the start, and once more later: healthy all the time, and no paid order without its points")
    void awayAndBack() throws Exception {
        kill();
        shop = RunningShop.on(database, settings());
        String early = payer();
        restart();
        awaitPoints(early);
        kill();
        String late = payer();
        restart();
        awaitPoints(late);
        assertThat(database.queryLong("SELECT COUNT(*) FROM points_journal")).isEqualTo(2);
        // the broker may have told the message before its outbox hears that it has it
        await().atMost(Duration.ofMinutes(2))
                .until(() -> database.queryLong("SELECT COUNT(*) FROM onlyonce_inbox") == 0);
        try (Connection connection = database.unpooled().getConnection()) {
            assertThat(ShopInvariants.violations(connection)).isEmpty();
        }
    }

    @Override
    public ShopClient client() {
        return Objects.requireNonNull(shop).client();
    }

    @Override
    public TestDatabase database() {
        return database;
    }
}
