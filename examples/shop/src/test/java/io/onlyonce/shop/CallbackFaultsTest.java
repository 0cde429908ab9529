package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.CallbackPipeline;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.testkit.BreakingDataSource;
import io.onlyonce.testkit.BreakingDataSource.When;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The connection breaks before and after every statement and commit of a callback's transaction: after the provider's retry the books balance. */
@DisplayName("B-29 a fault at every step of a callback")
class CallbackFaultsTest {
    private static final Amount PRICE = Amount.ofDecimal("25.00", "CNY");
    private static final int MORE_STEPS_THAN_THERE_ARE = 100;

    @SuppressWarnings("ImmutableEnumChecker") // a method reference without state
    enum Server {
        H2(TestServers::h2),
        POSTGRESQL(TestServers::postgres),
        MARIADB(TestServers::mariadb);

        private final Supplier<TestDatabase> database;

        Server(Supplier<TestDatabase> database) {
            this.database = database;
        }
    }

    /** Keeps the data source that the running shop uses. */
    @Configuration(proxyBeanMethods = false)
    static class Breaking {
        private static final AtomicReference<@Nullable BreakingDataSource> LINES = new AtomicReference<>();

        @Bean
        static BeanPostProcessor breakable() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    if (!(bean instanceof DataSource pool)) {
                        return bean;
                    }
                    BreakingDataSource lines = new BreakingDataSource(pool);
                    LINES.set(lines);
                    return lines.dataSource();
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a payment, a second payment, a refund and one that comes too early: nothing lost, nothing doubled")
    void everyStep(Server server) throws Exception {
        try (TestDatabase database = server.database.get();
                RunningShop shop = RunningShop.on(
                        database,
                        List.of(
                                "onlyonce.callback.work-every=1h",
                                "shop.refunds.send-every=PT1H",
                                // a broken connection is what this is about: thousands of lines say so
                                "logging.level.io.onlyonce=off",
                                "logging.level.com.zaxxer.hikari=off",
                                "logging.level.org.springframework.jdbc=off"),
                        Breaking.class)) {
            BreakingDataSource lines = Objects.requireNonNull(Breaking.LINES.get());
            Place place = new Place(database, shop, lines);
            for (Story story : Story.values()) {
                for (When when : When.values()) {
                    int steps = breakEach(story, when, place);
                    assertThat(steps).as("steps of %s", story).isGreaterThan(4);
                    place.assertSound();
                }
            }
        }
    }

    private record Place(TestDatabase database, RunningShop shop, BreakingDataSource lines) {
        void assertSound() throws SQLException {
            try (Connection connection = database.unpooled().getConnection()) {
                assertThat(ShopInvariants.violations(connection)).isEmpty();
            }
        }
    }

    /** Breaks one step after the other, each of a fresh order's notice; gives how many there were. */
    private static int breakEach(Story story, When when, Place place) throws Exception {
        for (int step = 1; step < MORE_STEPS_THAN_THERE_ARE; step++) {
            CallbackPipeline pipeline = place.shop().bean(CallbackPipeline.class);
            Case one = Case.begin(place);
            story.prepare(one, pipeline);
            PaymentNotice notice = story.notice(one);
            boolean[] kept = new boolean[1];
            boolean reached = place.lines().breakAt(step, when, () -> kept[0] = pipeline.take(notice));
            if (!reached) {
                assertThat(kept[0]).isTrue();
                return step - 1;
            }
            for (int retry = 0; !kept[0]; retry++) {
                assertThat(retry)
                        .as("retries of %s, broken %s step %d", story, when, step)
                        .isLessThan(3);
                kept[0] = pipeline.take(notice);
            }
            assertThat(pipeline.take(notice)).isTrue();
            story.check(one, step);
        }
        throw new AssertionError("no end of steps");
    }

    /** An order with two visits to channels. */
    private record Case(Place place, String orderId, String paymentNo, String otherPaymentNo) {
        static Case begin(Place place) throws IOException {
            ShopClient client = place.shop().client();
            String orderId = client.order("anonymous", ShopClient.newKey(), "{\"sku\":\"SKU-8\",\"quantity\":1}")
                    .text("orderId");
            return new Case(place, orderId, visit(client, orderId), visit(client, orderId));
        }

        private static String visit(ShopClient client, String orderId) throws IOException {
            return client.post(
                            "/api/orders/" + orderId + "/checkout",
                            "{\"channel\":\"standard\"}",
                            "Idempotency-Key",
                            ShopClient.newKey())
                    .text("paymentNo");
        }

        PaymentNotice paid(String number) {
            return PaymentNotice.ofPayment(
                    "standard", "paid-" + number, NoticeKind.PAID, number, "t-" + number, PRICE, null);
        }

        long number(String sql) {
            return place.database().queryLong(sql, orderId);
        }
    }

    private enum Story {
        PAID {
            @Override
            PaymentNotice notice(Case one) {
                return one.paid(one.paymentNo());
            }

            @Override
            void check(Case one, int step) {
                assertThat(one.number("SELECT COUNT(*) FROM orders WHERE order_id = ? AND status = 'PAID'"))
                        .as("broken at %d", step)
                        .isEqualTo(1);
                assertThat(one.number("SELECT COUNT(*) FROM funds_journal WHERE order_id = ?"))
                        .isEqualTo(1);
            }
        },
        PAID_TWICE {
            @Override
            void prepare(Case one, CallbackPipeline pipeline) {
                pipeline.take(one.paid(one.paymentNo()));
            }

            @Override
            PaymentNotice notice(Case one) {
                return one.paid(one.otherPaymentNo());
            }

            @Override
            void check(Case one, int step) {
                assertThat(one.number("SELECT COUNT(*) FROM refund_request WHERE order_id = ?"))
                        .as("broken at %d", step)
                        .isEqualTo(1);
                assertThat(one.number("SELECT COUNT(*) FROM funds_journal WHERE order_id = ?"))
                        .isEqualTo(2);
            }
        },
        REFUNDED {
            @Override
            void prepare(Case one, CallbackPipeline pipeline) {
                pipeline.take(one.paid(one.paymentNo()));
            }

            @Override
            PaymentNotice notice(Case one) {
                return refund(one);
            }

            @Override
            void check(Case one, int step) {
                assertThat(one.number("SELECT COUNT(*) FROM orders WHERE order_id = ? AND status = 'REFUNDED'"))
                        .as("broken at %d", step)
                        .isEqualTo(1);
                assertThat(one.number("SELECT COUNT(*) FROM funds_journal WHERE order_id = ? AND direction = 'OUT'"))
                        .isEqualTo(1);
            }
        },
        PAID_WITH_A_REFUND_WAITING {
            @Override
            void prepare(Case one, CallbackPipeline pipeline) {
                pipeline.take(refund(one));
            }

            @Override
            PaymentNotice notice(Case one) {
                return one.paid(one.paymentNo());
            }

            @Override
            void check(Case one, int step) {
                REFUNDED.check(one, step);
                assertThat(one.place()
                                .database()
                                .queryLong("SELECT COUNT(*) FROM onlyonce_inbox WHERE subject = ?", one.paymentNo()))
                        .isZero();
            }
        };

        void prepare(Case one, CallbackPipeline pipeline) {}

        abstract PaymentNotice notice(Case one);

        abstract void check(Case one, int step);

        private static PaymentNotice refund(Case one) {
            String number = one.paymentNo();
            return new PaymentNotice(
                    "standard",
                    "refund-" + number,
                    NoticeKind.REFUNDED,
                    number,
                    "t-" + number,
                    "r-" + number,
                    null,
                    PRICE,
                    null,
                    null);
        }
    }
}
