package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.shop.harness.ProviderSide;
import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.shop.rules.PlayedCallbacks;
import io.onlyonce.simulator.Channel;
import io.onlyonce.simulator.Notice;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LateHandlingTest {
    @Test
    @DisplayName(
            "taken in for later, by two shops with a worker each: acknowledged at once, each of 50 payments booked once")
    void later() throws Exception {
        ProviderSide providers = new ProviderSide();
        List<String> settings = new ArrayList<>(providers.settings());
        settings.add("onlyonce.callback.later=true");
        settings.add("onlyonce.callback.work-every=50ms");
        try (TestDatabase database = TestServers.postgres();
                RunningShop one = RunningShop.on(database, settings);
                RunningShop other = RunningShop.on(database, settings)) {
            List<ShopClient> clients = List.of(one.client(), other.client());
            List<String> orders = new ArrayList<>();
            for (int round = 0; round < 50; round++) {
                String orderId = clients.get(round % 2)
                        .order("late", ShopClient.newKey(), "{\"sku\":\"SKU-11\",\"quantity\":1}")
                        .text("orderId");
                Notice paid =
                        providers.paid(Channel.WECHATPAY, clients.get(0).checkout(orderId, Channel.WECHATPAY), "25.00");
                assertThat(Herd.of(4)
                                .within(Duration.ofMinutes(1))
                                .runAll(member ->
                                        clients.get(member % 2).callback(Channel.WECHATPAY, providers.signed(paid))))
                        .extracting(answer -> answer.status() + " " + answer.body())
                        .containsOnly(PlayedCallbacks.ACCEPTED.get(Channel.WECHATPAY));
                orders.add(orderId);
            }
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> database.queryLong("SELECT COUNT(*) FROM onlyonce_inbox") == 0);
            for (String orderId : orders) {
                assertThat(one.client().get("/api/orders/" + orderId).text("status"))
                        .isEqualTo("PAID");
            }
            assertThat(database.queryLong("SELECT COUNT(*) FROM funds_journal WHERE channel = 'wechatpay'"))
                    .isEqualTo(50);
            try (Connection connection = database.unpooled().getConnection()) {
                assertThat(ShopInvariants.violations(connection)).isEmpty();
            }
        }
    }
}
