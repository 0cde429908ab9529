package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.BrokerSide;
import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.shop.rules.MessageRules;
import io.onlyonce.shop.simulation.Simulation.Providers;
import io.onlyonce.simulator.Stage;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The rules that messages have a part in, over a broker; after each test the standing checks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrokerShopTest implements MessageRules {
    private final TestDatabase database = TestServers.postgres();
    private final BrokerSide broker;
    private RunningShop shop;

    BrokerShopTest(BrokerSide broker) {
        this.broker = broker;
    }

    @BeforeAll
    void start() {
        shop = RunningShop.on(
                database,
                Stream.concat(broker.settings().stream(), shortPauses().stream())
                        .toList());
    }

    @AfterAll
    void stop() {
        shop.close();
        assertThat(broker.waiting()).as("messages left over").isZero();
        assertThat(database.queryLong("SELECT COUNT(*) FROM onlyonce_inbox")).isZero();
        broker.close();
        database.close();
    }

    @AfterEach
    void nothingIsBroken() throws SQLException {
        try (Connection connection = database.unpooled().getConnection()) {
            assertThat(ShopInvariants.violations(connection)).isEmpty();
        }
    }

    @Override
    public ShopClient client() {
        return shop.client();
    }

    @Override
    public TestDatabase database() {
        return database;
    }

    @Override
    public BrokerSide broker() {
        return broker;
    }

    @Override
    public Stage stage() {
        return shop.bean(Providers.class).stage();
    }
}
