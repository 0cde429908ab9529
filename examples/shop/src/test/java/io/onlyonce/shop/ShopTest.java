package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.shop.rules.BadInputRules;
import io.onlyonce.shop.rules.CallbackRules;
import io.onlyonce.shop.rules.CancellationRules;
import io.onlyonce.shop.rules.CheckoutRules;
import io.onlyonce.shop.rules.ConsoleRules;
import io.onlyonce.shop.rules.CouponRules;
import io.onlyonce.shop.rules.DeductionRules;
import io.onlyonce.shop.rules.HerdRules;
import io.onlyonce.shop.rules.OrderFormRules;
import io.onlyonce.shop.rules.OrderRules;
import io.onlyonce.shop.rules.PageRules;
import io.onlyonce.shop.rules.PaymentRules;
import io.onlyonce.shop.rules.PointsRules;
import io.onlyonce.shop.rules.ProductRules;
import io.onlyonce.shop.rules.ReadingRules;
import io.onlyonce.shop.rules.RefundRules;
import io.onlyonce.shop.rules.RegistrationRules;
import io.onlyonce.shop.rules.TransferRules;
import io.onlyonce.shop.rules.VerifierRules;
import io.onlyonce.shop.simulation.Simulation.Providers;
import io.onlyonce.simulator.Stage;
import io.onlyonce.testkit.server.TestDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** All of the shop's rules on one database; after each test the standing checks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ShopTest
        implements OrderRules,
                OrderFormRules,
                PaymentRules,
                RegistrationRules,
                TransferRules,
                ReadingRules,
                BadInputRules,
                PageRules,
                CancellationRules,
                CheckoutRules,
                CallbackRules,
                PointsRules,
                RefundRules,
                CouponRules,
                ProductRules,
                ConsoleRules,
                DeductionRules,
                HerdRules,
                VerifierRules {
    private final TestDatabase database;
    private RunningShop shop;

    ShopTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeAll
    void start() {
        shop = RunningShop.on(database);
    }

    @AfterAll
    void stop() {
        shop.close();
        database.close();
    }

    @AfterEach
    void nothingIsBroken() throws SQLException {
        try (Connection connection = database.unpooled().getConnection()) {
            assertThat(ShopInvariants.violations(connection)).isEmpty();
        }
    }

    @Test
    @DisplayName("after the pool has replaced all of its connections, orders and payments go on")
    void new_connections() throws IOException {
        shop.renewConnections();
        String orderId = ordered(newUser(), "SKU-1").text("orderId");
        assertThat(client().pay(orderId, "A60", "25.00").status()).isEqualTo(200);
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
    public Stage stage() {
        return shop.bean(Providers.class).stage();
    }
}
