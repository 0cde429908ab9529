package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.redis.RedisRecordStore;
import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.shop.rules.BadInputRules;
import io.onlyonce.shop.rules.CheckoutRules;
import io.onlyonce.shop.rules.DeductionRules;
import io.onlyonce.shop.rules.ProductRules;
import io.onlyonce.shop.rules.VerifierRules;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestRedis;
import io.onlyonce.testkit.server.TestServers;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rules that Redis has a part in, on PostgreSQL and Redis. {@link RedisTokensShopTest} has those of the order form. */
@DisplayName("The shop on PostgreSQL and Redis")
class RedisShopTest implements ProductRules, DeductionRules, CheckoutRules, BadInputRules, VerifierRules {
    private static TestRedis redis;
    private static TestDatabase database;
    private static RunningShop shop;

    @BeforeAll
    static void start() {
        redis = TestServers.redis();
        database = TestServers.postgres();
        shop = RunningShop.on(
                database, List.of("spring.data.redis.url=" + redis.uri(), "onlyonce.redis.prefix=" + redis.prefix()));
    }

    @AfterAll
    static void stop() {
        shop.close();
        database.close();
        redis.close();
    }

    @AfterEach
    void nothingIsBroken() throws SQLException {
        try (Connection connection = database.unpooled().getConnection()) {
            assertThat(ShopInvariants.violations(connection)).isEmpty();
        }
        assertThat(database.queryLong("SELECT COUNT(*) FROM onlyonce_record WHERE operation = 'deduct-stock'"))
                .as("deductions' records in the database")
                .isZero();
    }

    @Test
    @DisplayName("spring.data.redis.url alone switches it on, and its health is part of the shop's")
    void switchedOn() throws IOException {
        assertThat(shop.bean(RedisRecordStore.class)).isNotNull();
        assertThat(client().get("/actuator/health").text("status")).isEqualTo("UP");
        assertThat(redis.keys()).isNotNull();
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
