package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShardedSide;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.testkit.Herd;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The profile {@code sharded}: two shops on two databases. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("Two shops on two databases of PostgreSQL")
class ShardedShopTest {
    private static final String USER = "X-User-Id";

    private final ShardedSide shards = ShardedSide.onPostgres();
    private List<RunningShop> shops = List.of();

    @BeforeAll
    void start() {
        shops = Herd.of(2)
                .within(Duration.ofMinutes(10))
                .runAll(member -> RunningShop.on(shards.home(), shards.settings()));
    }

    @AfterAll
    void stop() {
        shops.forEach(RunningShop::close);
        shards.close();
    }

    @AfterEach
    void nothingIsBroken() throws Exception {
        assertThat(shards.violations()).isEmpty();
    }

    private ShopClient either(int member) {
        return shops.get(member % 2).client();
    }

    private static String newUser() {
        return "user-" + UUID.randomUUID();
    }

    /** A user whose rows lie in this shard. */
    private String userIn(String shard) throws IOException {
        String user = newUser();
        either(0).get("/api/products/SKU-1", USER, user); // decides it
        while (!shards.ofUser(user).equals(shard)) {
            user = newUser();
            either(0).get("/api/products/SKU-1", USER, user);
        }
        return user;
    }

    @Test
    @DisplayName("each account was laid down in one of them, products in both, coupons in parts")
    void seeded() throws IOException {
        assertThat(shards.sum("SELECT COUNT(*) FROM account")).isEqualTo(100);
        assertThat(shards.each("SELECT COUNT(*) FROM account")).allMatch(count -> count > 20);
        assertThat(shards.sum("SELECT COUNT(*) FROM product")).isEqualTo(42);
        assertThat(shards.sum("SELECT SUM(remaining) FROM coupon")).isEqualTo(100);
        for (int account = 1; account <= 100; account++) {
            assertThat(either(account).get("/api/accounts/A" + account).status())
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName(
            "copies of one order at both shops, fifty users: one order each, with its record, in its user's database")
    void orders() {
        for (int round = 0; round < 50; round++) {
            String user = newUser();
            String key = ShopClient.newKey();
            List<Answer> answers = Herd.of(8)
                    .within(Duration.ofMinutes(3))
                    .runAll(member -> either(member).order(user, key, "{\"sku\":\"SKU-1\",\"quantity\":1}"));
            assertThat(answers)
                    .extracting(Answer::withoutMark)
                    .containsOnly(answers.get(0).withoutMark());
            assertThat(answers.get(0).status()).as(answers.get(0).body()).isEqualTo(201);
            List<Long> orders = shards.each("SELECT COUNT(*) FROM orders WHERE user_id = ?", user);
            assertThat(orders).containsExactlyInAnyOrder(0L, 1L);
            assertThat(shards.each("SELECT COUNT(*) FROM onlyonce_record WHERE scope = ?", user))
                    .isEqualTo(orders);
        }
        assertThat(shards.each("SELECT COUNT(*) FROM orders")).allMatch(count -> count > 0);
    }

    @Test
    @DisplayName("an order in either database is paid from an account there, and its points are awarded there")
    void paidWithPoints() throws IOException {
        for (String shard : shards.names()) {
            String user = userIn(shard);
            String account = shards.accountIn(shard);
            String orderId = either(0)
                    .order(user, ShopClient.newKey(), "{\"sku\":\"SKU-2\",\"quantity\":1}")
                    .text("orderId");
            String payment = "{\"accountId\":\"" + account + "\",\"amount\":\"25.00\"}";
            Answer paid = either(1).post("/api/orders/" + orderId + "/payments", payment, USER, user);
            assertThat(paid.status()).as(paid.body()).isEqualTo(200);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() ->
                            shards.sum("SELECT COALESCE(SUM(balance), 0) FROM points WHERE user_id = ?", user) == 25);
            assertThat(either(0).get("/api/points/" + user).text("balance")).isEqualTo("25");
        }
    }

    @Test
    @DisplayName("copies of a transfer from database to database, at both shops, fifty rounds: it went over once")
    void transfers() throws IOException {
        String from = shards.accountIn("s1");
        String to = shards.accountIn("s2");
        BigDecimal before = balance(to);
        for (int round = 0; round < 50; round++) {
            String key = ShopClient.newKey();
            List<Answer> answers = Herd.of(6)
                    .within(Duration.ofMinutes(3))
                    .runAll(member -> transfer(either(member), key, from, to, "1.00"));
            assertThat(answers)
                    .extracting(Answer::withoutMark)
                    .containsOnly(answers.get(0).withoutMark());
            assertThat(answers.get(0).status()).as(answers.get(0).body()).isEqualTo(201);
        }
        assertThat(balance(to)).isEqualByComparingTo(before.add(new BigDecimal("50.00")));
        String key = ShopClient.newKey();
        for (int call = 0; call < 2; call++) {
            assertThat(transfer(either(call), key, from, "nobody", "1.00").status())
                    .isEqualTo(404);
        }
    }

    private BigDecimal balance(String account) throws IOException {
        return new BigDecimal(either(0).get("/api/accounts/" + account).text("balance"));
    }

    private static Answer transfer(ShopClient client, String key, String from, String to, String amount)
            throws IOException {
        return client.post(
                "/api/transfers",
                "{\"fromAccountId\":\"" + from + "\",\"toAccountId\":\"" + to + "\",\"amount\":\"" + amount + "\"}",
                "Idempotency-Key",
                key);
    }

    @Test
    @DisplayName("names are unique over both; what a channel would have to find is refused")
    void restOfIt() throws IOException {
        String user = "{\"username\":\"shard-name\",\"phone\":\"1%s\",\"email\":\"%s@example.org\"}";
        assertThat(either(0)
                        .post("/api/users", user.formatted("1", "a"), USER, userIn("s1"))
                        .status())
                .isEqualTo(201);
        Answer taken = either(1).post("/api/users", user.formatted("2", "b"), USER, userIn("s2"));
        assertThat(taken.status()).isEqualTo(409);
        assertThat(taken.text("code")).isEqualTo("username-taken");
        Answer checkout = either(0)
                .post("/api/orders/any/checkout", "{\"channel\":\"stripe\"}", "Idempotency-Key", ShopClient.newKey());
        assertThat(checkout.status()).isEqualTo(501);
        assertThat(checkout.text("code")).isEqualTo("not-sharded");
        assertThat(either(1).post("/api/callbacks/stripe", "{}").status()).isEqualTo(501);
    }

    @Test
    @DisplayName("a path is what it says when it is decoded: nothing gets past the rules of its plain form")
    void otherSpellings() throws IOException {
        String key = ShopClient.newKey();
        String user = userIn("s2");
        String body = "{\"fromAccountId\":\"" + shards.accountIn("s1") + "\",\"toAccountId\":\""
                + shards.accountIn("s2") + "\",\"amount\":\"1.00\"}";
        Answer spelled = either(0).post("/api/%74ransfers", body, "Idempotency-Key", key, USER, user);
        assertThat(spelled.status()).as(spelled.body()).isEqualTo(201);
        Answer plain = either(1).post("/api/transfers", body, "Idempotency-Key", key, USER, user);
        assertThat(plain.withoutMark()).isEqualTo(spelled.withoutMark());
        Answer registered = either(0)
                .post(
                        "/api/%75sers",
                        "{\"username\":\"spelled\",\"phone\":\"15\",\"email\":\"spelled@example.org\"}", USER, user);
        assertThat(registered.status()).as(registered.body()).isEqualTo(201);
        assertThat(shards.each("SELECT COUNT(*) FROM customer WHERE username = 'spelled'"))
                .containsExactly(1L, 0L);
        for (String path :
                List.of("/api/orders/any/%63heckout", "/api/%63allbacks/standard", "/api;x=1/callbacks/standard")) {
            assertThat(either(1)
                            .post(path, "{}", "Idempotency-Key", ShopClient.newKey())
                            .status())
                    .as(path)
                    .isEqualTo(501);
        }
    }

    @Test
    @DisplayName("with a broker it does not start: the relay would see one database")
    void brokers() {
        List<String> settings = new ArrayList<>(shards.settings());
        settings.add("spring.kafka.bootstrap-servers=127.0.0.1:1");
        assertThatThrownBy(() -> RunningShop.on(shards.home(), settings))
                .rootCause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("neither Redis nor a broker");
    }
}
