package io.onlyonce.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.KeyReusedException;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.App;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.testkit.Herd;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.annotation.Transactional;

/** One effect and one answer per key, whatever the key is read from. */
class BeanMethodTest {
    private static BusinessDatabase database;
    private static ConfigurableApplicationContext app;
    private static Orders orders;

    private final String key = UUID.randomUUID().toString();

    record Customer(String id) {}

    record Order(String no, BigDecimal amount, Customer customer, Instant sentAt) {
        Order(String no) {
            this(no, new BigDecimal("10.00"), new Customer("c-" + no), Instant.EPOCH);
        }
    }

    /** With getters, as beans have them. */
    static class Refund {
        private final String requestNo;

        Refund(String requestNo) {
            this.requestNo = requestNo;
        }

        public String getRequestNo() {
            return requestNo;
        }
    }

    enum Night {
        FIRST
    }

    static class Orders {
        private final Effects effects;

        Orders(Effects effects) {
            this.effects = effects;
        }

        private String make(String name) {
            effects.write(name);
            return UUID.randomUUID().toString();
        }

        @Idempotent(key = "#order.no")
        @Transactional
        public String create(Order order) {
            return make(order.no());
        }

        @Idempotent(key = "#refund.requestNo")
        public String refund(Refund refund) {
            return make(refund.getRequestNo());
        }

        @Idempotent(key = "#order.customer.id")
        public String welcome(Order order) {
            return make(order.customer().id());
        }

        @Idempotent(key = "#order.no + '-' + #line")
        public String addLine(Order order, int line) {
            return make(order.no() + "-" + line);
        }

        @Idempotent(key = "#id", volatileFields = "/order/sentAt")
        public String resend(UUID id, Order order) {
            return make(id.toString());
        }

        @Idempotent(key = "#number")
        public String byNumber(long number) {
            return make(Long.toString(number));
        }

        @Idempotent(key = "#night")
        public String close(Night night) {
            return make(night.name());
        }

        @Idempotent(key = "#no", scope = "#tenant", operation = "orders-of-tenant")
        public String createFor(String tenant, String no) {
            return make(no + tenant);
        }
    }

    @BeforeAll
    static void open() {
        database = BusinessDatabase.postgres();
        app = App.start(database, Orders.class);
        orders = app.getBean(Orders.class);
    }

    @AfterAll
    static void close() {
        app.close();
        database.close();
    }

    @AfterEach
    void check() {
        database.database().execute("DELETE FROM effect WHERE name LIKE '%tenant%'"); // no key by that name
        database.standingChecks();
    }

    @Test
    @DisplayName("B-10 one effect and one answer for 50 threads, 10 rounds")
    void herd() {
        for (int round = 0; round < 10; round++) {
            Order order = new Order(key + round);
            assertThat(Herd.of(50).runAll(member -> orders.create(order)))
                    .hasSize(50)
                    .containsOnly(orders.create(order));
            database.assertDoneOnce(order.no());
        }
    }

    @Test
    @DisplayName("the key is read from a record, a bean, a nested value, a concatenation, a number, an enum constant")
    void expressions() {
        Order order = new Order(key);
        assertThat(orders.create(order)).isEqualTo(orders.create(new Order(key)));
        assertThat(orders.refund(new Refund(key + "r"))).isEqualTo(orders.refund(new Refund(key + "r")));
        assertThat(orders.welcome(order)).isEqualTo(orders.welcome(order));
        assertThat(orders.addLine(order, 1)).isEqualTo(orders.addLine(order, 1)).isNotEqualTo(orders.addLine(order, 2));
        assertThat(orders.byNumber(7)).isEqualTo(orders.byNumber(7)).isNotEqualTo(orders.byNumber(8));
        assertThat(orders.close(Night.FIRST)).isEqualTo(orders.close(Night.FIRST));
        for (String done : new String[] {key, key + "r", "c-" + key, key + "-1", key + "-2", "7", "8", "FIRST"}) {
            database.assertDoneOnce(done);
        }
    }

    @Test
    @DisplayName("the same key for another payload is refused; nothing is done")
    void keyReused() {
        orders.create(new Order(key));
        assertThatThrownBy(() -> orders.create(new Order(key, BigDecimal.ONE, new Customer("c"), Instant.EPOCH)))
                .isInstanceOf(KeyReusedException.class);
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("a volatile field may change from attempt to attempt, others may not")
    void volatileField() {
        UUID id = UUID.fromString(key);
        String first = orders.resend(id, new Order("1"));
        assertThat(orders.resend(id, new Order("1", new BigDecimal("10.00"), new Customer("c-1"), Instant.now())))
                .isEqualTo(first);
        assertThatThrownBy(() -> orders.resend(id, new Order("2"))).isInstanceOf(KeyReusedException.class);
        database.assertDoneOnce(key);
    }

    @Test
    @DisplayName("B-02 the same key in two scopes is two requests")
    void scopes() {
        String one = orders.createFor("tenant 1", key);
        assertThat(orders.createFor("tenant 2", key)).isNotEqualTo(one);
        assertThat(orders.createFor("tenant 1", key)).isEqualTo(one);
        assertThat(database.records(key)).isEqualTo(2);
        database.database().execute("DELETE FROM onlyonce_record WHERE operation = 'orders-of-tenant'");
    }
}
