package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.shop.rules.BadInputRules;
import io.onlyonce.shop.rules.HerdRules;
import io.onlyonce.shop.rules.OrderFormRules;
import io.onlyonce.shop.rules.OrderRules;
import io.onlyonce.shop.rules.PageRules;
import io.onlyonce.shop.rules.PaymentRules;
import io.onlyonce.shop.rules.ReadingRules;
import io.onlyonce.shop.rules.RegistrationRules;
import io.onlyonce.testkit.server.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** All of the shop's rules on one database; after each test the standing checks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ShopTest
        implements OrderRules,
                OrderFormRules,
                PaymentRules,
                RegistrationRules,
                ReadingRules,
                BadInputRules,
                PageRules,
                HerdRules {
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

    @Override
    public ShopClient client() {
        return shop.client();
    }

    @Override
    public TestDatabase database() {
        return database;
    }
}
