package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.shop.rules.Rules;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestRedis;
import io.onlyonce.testkit.server.TestServers;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The order form where tokens are consumed at once: kept in Redis, beside orders in PostgreSQL. */
@DisplayName("The shop with its tokens in Redis")
class RedisTokensShopTest implements Rules {
    private static final Pattern PAGE_TOKEN = Pattern.compile("name=\"token\" value=\"([^\"]+)\"");

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
        assertThat(database.queryLong("SELECT COUNT(*) FROM onlyonce_token"))
                .as("tokens in the database")
                .isZero();
    }

    private String token(String user) throws IOException {
        Answer answer = client().post("/api/tokens", "{\"purpose\":\"create-order\"}", "X-User-Id", user);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.text("token");
    }

    private Answer form(String user, String token, String form) throws IOException {
        return client().postForm("/api/order-forms", form, "X-User-Id", user, "X-Form-Token", token);
    }

    @Test
    @DisplayName("B-11 20 presses at once: one order, and everybody gets it")
    void herd() throws IOException {
        String user = newUser();
        String token = token(user);
        List<Answer> answers = herd(20).runAll(member -> form(user, token, "sku=SKU-6&quantity=1"));
        assertThat(answers).extracting(Answer::status).containsOnly(201);
        assertThat(answers).extracting(Answer::body).containsOnly(answers.get(0).body());
        assertThat(ordersOf(user)).isEqualTo(1);
        assertThat(redis.keys()).isNotEmpty();
    }

    @Test
    @DisplayName(
            "B-12 a refused order: the contract's answer with a fresh token, which places one order; the old one is spent")
    void refusedOrder() throws IOException {
        String user = newUser();
        String token = token(user);
        for (String form : List.of("sku=SKU-6&quantity=9999", "sku=NOPE&quantity=1")) {
            Answer refused = form(user, token, form);
            boolean outOfStock = form.startsWith("sku=SKU-6");
            assertProblem(refused, outOfStock ? 409 : 404, outOfStock ? "out-of-stock" : "no-such-product");
            assertProblem(form(user, token, "sku=SKU-6&quantity=1"), 403, "token-invalid");
            token = refused.formToken();
        }
        assertThat(ordersOf(user)).isZero();
        assertThat(form(user, token, "sku=SKU-6&quantity=1").status()).isEqualTo(201);
        assertThat(form(user, token, "sku=SKU-6&quantity=1").replayed()).isTrue();
        assertThat(ordersOf(user)).isEqualTo(1);
    }

    @Test
    @DisplayName("B-12 the page: a refused order is told, and the page that follows has a token that works")
    void page() throws IOException {
        String user = newUser();
        Answer refused = press(user, "9999");
        assertThat(refused.status()).isEqualTo(302);
        assertThat(refused.location()).contains("problem=out-of-stock");
        assertThat(press(user, "1").location()).contains("done=").endsWith("again=false");
        assertThat(ordersOf(user)).isEqualTo(1);
    }

    private Answer press(String user, String quantity) throws IOException {
        Matcher token = PAGE_TOKEN.matcher(client().get("/?user=" + user).body());
        assertThat(token.find()).isTrue();
        return client().postForm(
                        "/page/orders",
                        "user=" + user + "&token=" + token.group(1) + "&sku=SKU-1&quantity=" + quantity);
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
