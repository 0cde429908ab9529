package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.shop.harness.ProviderSide;
import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProductionTest {
    @Test
    @DisplayName("in production a secret that everybody knows is refused at the start, by its name")
    void defaultsAreRefused() {
        try (TestDatabase database = TestServers.h2()) {
            List<String> settings = new ArrayList<>(new ProviderSide().settings());
            settings.removeIf(setting -> setting.contains("stripe") || setting.contains("alipay.public-key"));
            settings.add("shop.production=true");
            settings.add("onlyonce.console.unprotected=false");
            assertThatThrownBy(() -> RunningShop.on(database, settings).close())
                    .rootCause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("shop.callback.stripe.secret, shop.callback.alipay.public-key")
                    .hasMessageNotContaining("standard");
        }
    }

    @Test
    @DisplayName("in production a console that is open to everybody is refused at the start")
    void openConsole() {
        try (TestDatabase database = TestServers.h2()) {
            List<String> settings = new ArrayList<>(new ProviderSide().settings());
            settings.add("shop.production=true");
            assertThatThrownBy(() -> RunningShop.on(database, settings).close())
                    .rootCause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("onlyonce.console.unprotected");
        }
    }

    @Test
    @DisplayName("with keys of its own it starts, takes callbacks, and simulates nothing")
    void ownKeys() throws Exception {
        List<String> settings = new ArrayList<>(new ProviderSide().settings());
        settings.add("shop.production=true");
        settings.add("onlyonce.console.unprotected=false");
        try (TestDatabase database = TestServers.h2();
                RunningShop shop = RunningShop.on(database, settings)) {
            assertThat(shop.client().post("/api/callbacks/alipay", "sign=none").body())
                    .isEqualTo("failure");
            assertThat(shop.client()
                            .post("/api/simulations/once", "{\"paymentNos\":[\"none\"]}")
                            .status())
                    .isEqualTo(404);
            assertThat(shop.client().get("/").body())
                    .contains("data-run=\"doubleClick\"")
                    .doesNotContain("channel");
            assertThat(shop.client().get("/onlyonce").status()).isEqualTo(403);
        }
    }
}
