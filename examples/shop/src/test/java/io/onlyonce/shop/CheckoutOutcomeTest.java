package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.onlyonce.Scope;
import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordId;
import io.onlyonce.record.RecordKey;
import io.onlyonce.shop.harness.Answer;
import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.shop.payment.PaymentGatewayStub;
import io.onlyonce.shop.payment.PaymentGatewayStub.Trouble;
import io.onlyonce.shop.rules.Rules;
import io.onlyonce.testkit.server.TestDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What becomes of a checkout when the gateway, the process or its records fail in the middle. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CheckoutOutcomeTest implements Rules {
    private final TestDatabase database;
    private RunningShop shop;
    private PaymentGatewayStub gateway;
    private Killer killer;

    CheckoutOutcomeTest(TestDatabase database) {
        this.database = database;
    }

    /** Ends a run as a process ends: nothing behind it is done, its claim stays. */
    static final class Killer implements Probe {
        private final AtomicBoolean armed = new AtomicBoolean();

        @Override
        public void reached(Point point, RecordKey key) {
            if (point == Point.WORKED && key.operation().equals("checkout") && armed.getAndSet(false)) {
                throw new Error("killed");
            }
        }

        @Override
        public void decided(Decision decision) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans {
        @Bean
        Killer killer() {
            return new Killer();
        }
    }

    @BeforeAll
    void start() {
        List<String> settings = new ArrayList<>(settings());
        // a dead process does not block its key for long, and a living one may be stopped for a while without losing it
        settings.add("onlyonce.lease=5s");
        shop = RunningShop.on(database, settings, Beans.class);
        gateway = shop.bean(PaymentGatewayStub.class);
        killer = shop.bean(Killer.class);
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

    /** The shop's settings beside its database. */
    abstract List<String> settings();

    /** Forgets what is recorded of this checkout. */
    abstract void lose(RecordId record);

    private Answer checkout(String orderId, String key, String channel) throws IOException {
        return client().post(
                        "/api/orders/" + orderId + "/checkout",
                        "{\"channel\":\"" + channel + "\"}",
                        "Idempotency-Key",
                        key);
    }

    private String order() throws IOException {
        return ordered(newUser(), "SKU-7").text("orderId");
    }

    private static RecordId record(String key) {
        return new RecordKey(Scope.of("anonymous").text(), "checkout", key).id();
    }

    private void assertOnePayment(String orderId, String key, Answer answer) {
        String paymentNo = record(key).toUuid().toString();
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.type()).isEqualTo("application/json");
        assertThat(answer.body()).isEqualTo("{\"paymentNo\":\"" + paymentNo + "\",\"channel\":\"alipay\"}");
        assertThat(gateway.paymentsOf(paymentNo)).as("payments of one key").isEqualTo(1);
        assertThat(gateway.calls(record(key).part("open").toUuid().toString()))
                .as("how often it was asked for")
                .isEqualTo(1);
        assertThat(database.queryLong("SELECT COUNT(*) FROM checkout WHERE order_id = ?", orderId))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("twenty copies of one checkout, ten rounds: one payment, one number")
    void copies() throws IOException {
        for (int round = 0; round < 10; round++) {
            String orderId = order();
            String key = ShopClient.newKey();
            List<Answer> answers = herd(20).runAll(member -> checkout(orderId, key, "alipay"));
            assertThat(answers).extracting(Answer::status).containsOnly(200);
            assertThat(answers).filteredOn(answer -> !answer.replayed()).hasSize(1);
            assertOnePayment(orderId, key, answers.get(0));
        }
    }

    @Test
    @DisplayName("B-21 opened, but no answer: outcome-unknown; the retry asks the gateway and gets the answer")
    void noAnswer() throws IOException {
        String orderId = order();
        String key = ShopClient.newKey();
        gateway.openNext(Trouble.NO_ANSWER);
        assertProblem(checkout(orderId, key, "alipay"), 409, "outcome-unknown");
        Answer retry = checkout(orderId, key, "alipay");
        assertThat(retry.replayed()).isTrue();
        assertOnePayment(orderId, key, retry);
        assertThat(checkout(orderId, key, "alipay")).isEqualTo(retry);
    }

    @Test
    @DisplayName("B-21 no answer, and none to the question either: still unknown, nothing opened again")
    void noAnswerTwice() throws IOException {
        String orderId = order();
        String key = ShopClient.newKey();
        gateway.openNext(Trouble.NO_ANSWER);
        assertProblem(checkout(orderId, key, "alipay"), 409, "outcome-unknown");
        gateway.askNext(Trouble.NO_ANSWER);
        assertProblem(checkout(orderId, key, "alipay"), 409, "outcome-unknown");
        assertProblem(checkout(orderId, key, "stripe"), 422, "idempotency-key-reused");
        assertOnePayment(orderId, key, checkout(orderId, key, "alipay"));
    }

    @Test
    @DisplayName("B-21 the gateway refused before it opened anything: 503; the retry opens the payment")
    void refused() throws IOException {
        String orderId = order();
        String key = ShopClient.newKey();
        gateway.openNext(Trouble.REFUSED);
        Answer refused = checkout(orderId, key, "alipay");
        assertProblem(refused, 503, "payment-gateway-unavailable");
        assertThat(refused.retryAfter()).isPositive();
        assertOnePayment(orderId, key, checkout(orderId, key, "alipay"));
    }

    @Test
    @DisplayName("B-21 refused, then the order is cancelled: the retry opens nothing")
    void refusedAndCancelled() throws IOException {
        String orderId = order();
        String key = ShopClient.newKey();
        gateway.openNext(Trouble.REFUSED);
        checkout(orderId, key, "alipay");
        client().post("/api/orders/" + orderId + "/cancellation", "");
        assertProblem(checkout(orderId, key, "alipay"), 409, "order-not-payable");
        assertThat(gateway.paymentsOf(record(key).toUuid().toString())).isZero();
    }

    @Test
    @DisplayName("B-21 killed after the payment was opened: in progress until the lease is over, then its answer")
    void killed() throws IOException {
        String orderId = order();
        String key = ShopClient.newKey();
        killer.armed.set(true);
        assertThat(checkout(orderId, key, "alipay").status()).isEqualTo(500);
        AtomicReference<Answer> retry = new AtomicReference<>();
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            retry.set(checkout(orderId, key, "alipay"));
            assertThat(retry.get().status()).as(retry.get().body()).isIn(200, 409);
            return retry.get().status() == 200;
        });
        assertThat(retry.get().replayed()).isTrue();
        assertOnePayment(orderId, key, retry.get());
    }

    @Test
    @DisplayName(
            "B-22 the record is lost, and the order cancelled meanwhile: the first answer, from the gateway, and one payment")
    void recordLost() throws IOException {
        String orderId = order();
        String key = ShopClient.newKey();
        Answer first = checkout(orderId, key, "alipay");
        client().post("/api/orders/" + orderId + "/cancellation", "");
        lose(record(key));
        assertProblem(checkout(orderId, key, "stripe"), 422, "idempotency-key-reused");
        Answer again = checkout(orderId, key, "alipay");
        assertThat(again.withoutMark()).isEqualTo(first);
        assertThat(again.replayed()).isTrue();
        assertOnePayment(orderId, key, again);
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
