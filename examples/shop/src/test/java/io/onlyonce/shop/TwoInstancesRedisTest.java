package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.Scope;
import io.onlyonce.record.RecordKey;
import io.onlyonce.redis.RedisStockGate;
import io.onlyonce.redis.Taking;
import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.shop.product.StockReconciliation;
import io.onlyonce.shop.rules.Rules;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Two shops on one PostgreSQL and one Redis, which is emptied, killed and started again. */
@DisplayName("Two shops on one PostgreSQL and one Redis behave as one")
@ExtendWith(OutputCaptureExtension.class)
class TwoInstancesRedisTest implements Rules {
    private static PrivateRedis redis;
    private static TestDatabase database;
    private static List<RunningShop> shops = List.of();

    @BeforeAll
    static void start() {
        redis = TestServers.privateRedis();
        database = TestServers.postgres();
        shops = List.of(shop(), shop());
    }

    private static RunningShop shop() {
        return RunningShop.on(
                database,
                List.of(
                        "spring.data.redis.url=" + redis.uri(),
                        "shop.gate.reconcile-every=PT1H")); // what is left behind is looked at before it is repaired
    }

    @AfterAll
    static void stop() {
        shops.forEach(RunningShop::close);
        database.close();
        redis.close();
    }

    @AfterEach
    void nothingIsBroken() throws SQLException {
        try (Connection connection = database.unpooled().getConnection()) {
            assertThat(ShopInvariants.violations(connection)).isEmpty();
        }
    }

    private String product(int stock) {
        String sku = "T-" + newUser();
        database.update("INSERT INTO product (sku, price, stock, version) VALUES (?, 5.00, ?, 1)", sku, stock);
        return sku;
    }

    private static Answer deduct(ShopClient client, String sku, String key, int quantity) throws IOException {
        return client.post(
                "/api/stock/" + sku + "/deductions", "{\"quantity\":" + quantity + "}", "Idempotency-Key", key);
    }

    private static ShopClient either(int member) {
        return shops.get(member % 2).client();
    }

    /** A deduction that is repeated while it is told to come back. */
    private static Answer settled(int member, String sku, String key, int quantity) {
        return settled(either(member), sku, key, quantity);
    }

    private static Answer settled(ShopClient client, String sku, String key, int quantity) {
        AtomicReference<Answer> answer = new AtomicReference<>();
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    answer.set(deduct(client, sku, key, quantity));
                    return answer.get().retryAfter() == 0;
                });
        return answer.get();
    }

    /** Lettuce comes back in its own time. */
    private static void awaitHealth() {
        for (RunningShop shop : shops) {
            await().atMost(Duration.ofMinutes(2))
                    .until(() ->
                            shop.client().get("/actuator/health").text("status").equals("UP"));
        }
    }

    private static RedisStockGate gate() {
        return shops.get(0).bean(RedisStockGate.class);
    }

    private static long left(String sku) {
        return ((Taking.TooLittle) gate().take(sku, 1_000_000, "test")).left();
    }

    private static long deductionsOf(String sku) {
        return database.queryLong("SELECT COUNT(*) FROM stock_deduction WHERE sku = ?", sku);
    }

    @Test
    @DisplayName("B-10 a hundred copies of one deduction at both: one deduction, a hundred equal answers")
    void oneDeduction() {
        String sku = product(100);
        for (int round = 1; round <= 5; round++) {
            String key = ShopClient.newKey();
            List<Answer> answers = herd(100).runAll(member -> settled(member, sku, key, 3));
            assertThat(answers)
                    .extracting(Answer::withoutMark)
                    .containsOnly(answers.get(0).withoutMark());
            assertThat(answers.get(0).status()).isEqualTo(201);
            assertThat(answers).filteredOn(answer -> !answer.replayed()).hasSize(1);
            assertThat(deductionsOf(sku)).isEqualTo(round);
            assertThat(stockOf(sku)).isEqualTo(100 - 3L * round);
            assertThat(gate().holds(sku, Duration.ZERO)).isEmpty();
            assertThat(left(sku)).isEqualTo(stockOf(sku));
        }
    }

    @Test
    @DisplayName("B-11 a hundred uses of one form token at both: one order, and everybody gets it")
    void oneForm() throws IOException {
        String user = newUser();
        String token = either(0)
                .post("/api/tokens", "{\"purpose\":\"create-order\"}", "X-User-Id", user)
                .text("token");
        List<Answer> answers = herd(100)
                .runAll(member -> either(member)
                        .postForm(
                                "/api/order-forms", "sku=SKU-2&quantity=1", "X-User-Id", user, "X-Form-Token", token));
        assertThat(answers)
                .extracting(Answer::withoutMark)
                .containsOnly(answers.get(0).withoutMark());
        assertThat(answers.get(0).status()).isEqualTo(201);
        assertThat(ordersOf(user)).isEqualTo(1);
    }

    @Test
    @DisplayName("B-36 a hundred buyers at both want ten pieces, and orders want them too: never one too many")
    void hot() {
        String sku = product(10);
        List<Answer> answers = herd(100)
                .runAll(member -> member % 4 == 0
                        ? either(member)
                                .order(newUser(), ShopClient.newKey(), "{\"sku\":\"" + sku + "\",\"quantity\":1}")
                        : deduct(either(member), sku, ShopClient.newKey(), 1));
        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(10);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 201)
                .allSatisfy(answer -> assertProblem(answer, 409, "out-of-stock"));
        assertThat(stockOf(sku)).isZero();
        assertThat(deductionsOf(sku)).isEqualTo(10);
    }

    @Test
    @DisplayName("B-22 Redis is emptied between request and retry: the first answer, one effect, the log names the key")
    void flushed(CapturedOutput output) throws IOException {
        String sku = product(10);
        String key = ShopClient.newKey();
        Answer first = deduct(either(0), sku, key, 4);
        assertThat(first.body()).isEqualTo("{\"remaining\":6}");
        Answer last = deduct(either(0), sku, ShopClient.newKey(), 6);
        assertThat(last.body()).isEqualTo("{\"remaining\":0}");
        redis.command("FLUSHALL");
        for (int member = 1; member <= 4; member++) {
            Answer again = deduct(either(member), sku, key, 4);
            assertThat(again.withoutMark()).isEqualTo(first);
            assertThat(again.replayed()).isTrue();
        }
        assertThat(output.getOut().split(Pattern.quote("the unique key of stock_deduction on deduction_no refused")))
                .as("caught once by the key, then known by the record that was written again")
                .hasSize(2);
        assertThat(deductionsOf(sku)).isEqualTo(2);
        assertThat(stockOf(sku)).isZero();
    }

    @Test
    @DisplayName("B-22 Redis is emptied, then the key comes with another quantity: 422, as if it had not been emptied")
    void flushedAndReused() throws IOException {
        String sku = product(10);
        String key = ShopClient.newKey();
        deduct(either(0), sku, key, 4);
        redis.command("FLUSHALL");
        assertProblem(deduct(either(1), sku, key, 5), 422, "idempotency-key-reused");
        assertThat(deduct(either(1), sku, key, 4).body()).isEqualTo("{\"remaining\":6}");
        assertThat(deductionsOf(sku)).isEqualTo(1);
        assertThat(stockOf(sku)).isEqualTo(6);
    }

    @Test
    @DisplayName(
            "B-23 Redis is killed: 503 with Retry-After, red health, nothing deducted; when it is back, all goes on")
    void killed() throws Exception {
        String sku = product(10);
        String key = ShopClient.newKey();
        try {
            redis.kill();
            for (int member = 0; member < 4; member++) {
                Answer refused = deduct(either(member), sku, key, 1);
                assertProblem(refused, 503, "store-unavailable");
                assertThat(refused.retryAfter()).isPositive();
            }
            assertThat(either(0).get("/actuator/health").text("status")).isEqualTo("DOWN");
            assertThat(deductionsOf(sku)).isZero();
        } finally {
            redis.restart();
            awaitHealth();
        }
        assertThat(settled(0, sku, key, 1).body()).isEqualTo("{\"remaining\":9}");
        assertThat(settled(1, sku, key, 1).body()).isEqualTo("{\"remaining\":9}");
        assertThat(stockOf(sku)).isEqualTo(9);
    }

    @Test
    @DisplayName("a crash between gate and database, and one after it: the reconciliation restores what is left")
    void crashed() throws IOException {
        String sku = product(10);
        String key = ShopClient.newKey();
        deduct(either(0), sku, key, 1);
        String reference = new RecordKey(Scope.of("anonymous").text(), "deduct-stock", key)
                .id()
                .toUuid()
                .toString();
        gate().take(sku, 1, reference); // as if the process had died before it settled
        gate().take(sku, 5, "never came to the database");
        database.update("UPDATE product SET stock = stock + 20 WHERE sku = ?", sku);
        assertThat(left(sku)).isEqualTo(3);
        StockReconciliation reconciliation = shops.get(1).bean(StockReconciliation.class);
        reconciliation.reconcile(Duration.ofHours(1));
        assertThat(gate().holds(sku, Duration.ZERO))
                .as("too young to be touched")
                .hasSize(2);
        assertThat(left(sku)).as("29 in stock without 6 that are held").isEqualTo(23);
        reconciliation.reconcile(Duration.ZERO);
        assertThat(gate().holds(sku, Duration.ZERO)).isEmpty();
        assertThat(left(sku)).isEqualTo(29).isEqualTo(stockOf(sku));
    }

    @Test
    @DisplayName("the gate is broken while the records are not: it is passed by, the database decides")
    void brokenGate() throws IOException {
        String sku = product(5);
        deduct(either(0), sku, ShopClient.newKey(), 1);
        for (String item : redis.keys("onlyonce:shop:{stock:")) {
            redis.command("DEL", item);
            redis.command("SET", item, "no hash");
        }
        assertThat(deduct(either(0), sku, ShopClient.newKey(), 1).body()).isEqualTo("{\"remaining\":3}");
        assertProblem(deduct(either(1), sku, ShopClient.newKey(), 4), 409, "out-of-stock");
        redis.command("FLUSHALL");
        assertThat(stockOf(sku)).isEqualTo(3);
    }

    @Override
    public ShopClient client() {
        return either(0);
    }

    @Override
    public TestDatabase database() {
        return database;
    }
}
