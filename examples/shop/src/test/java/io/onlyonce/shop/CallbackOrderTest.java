package io.onlyonce.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.CallbackPipeline;
import io.onlyonce.callback.CallbackWorker;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.shop.harness.RunningShop;
import io.onlyonce.shop.harness.ShopClient;
import io.onlyonce.shop.harness.ShopInvariants;
import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;

/**
 * B-32, B-34: whatever two channels say of one order, in any order, however often, two at once, and beside a cancellation: the order ends where the model says, and the
 * money adds up.
 */
class CallbackOrderTest {
    private static final String AMOUNT = "25.00";
    private static final Map<Server, Place> PLACES = new EnumMap<>(Server.class);

    private enum Server {
        H2,
        POSTGRESQL,
        MARIADB
    }

    private record Place(TestDatabase database, RunningShop shop) {}

    /** Alipay tells how much was refunded in all, Standard Webhooks how much this time. */
    private enum Channel {
        ALIPAY,
        STANDARD
    }

    private enum Said {
        PENDING,
        PAID,
        FAILED,
        CLOSED,
        /** 10.00 of it. */
        REFUNDED_IN_PART,
        /** What Alipay calls 25.00 in all, and Standard Webhooks another 15.00. */
        REFUNDED_THE_REST
    }

    /**
     * One thing that happens.
     *
     * @param channel that says it; null for a cancellation
     * @param said what it says
     * @param second whether it is said by a second notice, with an identity of its own
     */
    record Step(@Nullable Channel channel, Said said, boolean second) {}

    @BeforeContainer
    static void start() {
        start(Server.H2, TestServers.h2());
        start(Server.POSTGRESQL, TestServers.postgres());
        start(Server.MARIADB, TestServers.mariadb());
    }

    private static void start(Server server, TestDatabase database) {
        PLACES.put(server, new Place(database, RunningShop.on(database, List.of("onlyonce.callback.work-every=1h"))));
    }

    @AfterContainer
    static void stop() {
        PLACES.values().forEach(place -> {
            place.shop().close();
            place.database().close();
        });
    }

    @Provide
    Arbitrary<List<Step>> happenings() {
        return Combinators.combine(
                        Arbitraries.of(Channel.class).injectNull(0.1),
                        Arbitraries.of(Said.class),
                        Arbitraries.of(true, false))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(16);
    }

    @Property(tries = 100)
    @Label("B-34 on H2: one after another")
    void onH2(@ForAll("happenings") List<Step> steps) throws Exception {
        oneAfterAnother(Server.H2, steps);
    }

    @Property(tries = 50)
    @Label("B-34 on PostgreSQL: one after another")
    void onPostgresql(@ForAll("happenings") List<Step> steps) throws Exception {
        oneAfterAnother(Server.POSTGRESQL, steps);
    }

    @Property(tries = 50)
    @Label("B-34 on MariaDB: one after another")
    void onMariadb(@ForAll("happenings") List<Step> steps) throws Exception {
        oneAfterAnother(Server.MARIADB, steps);
    }

    @Property(tries = 50)
    @Label("B-34 on PostgreSQL: two at once")
    void pairsOnPostgresql(@ForAll("happenings") List<Step> steps) throws Exception {
        twoAtOnce(Server.POSTGRESQL, steps);
    }

    @Property(tries = 50)
    @Label("B-34 on MariaDB: two at once")
    void pairsOnMariadb(@ForAll("happenings") List<Step> steps) throws Exception {
        twoAtOnce(Server.MARIADB, steps);
    }

    private static void oneAfterAnother(Server server, List<Step> steps) throws Exception {
        Case one = new Case(PLACES.get(server));
        Model model = new Model();
        for (Step step : steps) {
            one.happen(step);
            model.happen(step);
        }
        one.assertEnd(model);
    }

    /** What the order ends as depends on who was first, the money does not. */
    private static void twoAtOnce(Server server, List<Step> steps) throws Exception {
        Place place = PLACES.get(server);
        Case one = new Case(place);
        for (int i = 0; i + 1 < steps.size(); i += 2) {
            List<Step> pair = steps.subList(i, i + 2);
            Herd.of(2).within(Duration.ofMinutes(1)).runAll(member -> {
                one.happen(pair.get(member));
                return member;
            });
        }
        place.shop()
                .bean(CallbackWorker.class)
                .runOnce(); // what waits is due by now, or waits for a payment that never comes
        one.assertNothingLeft();
        one.assertMoney();
    }

    /** One order with two visits to two channels. */
    private static final class Case {
        private final Place place;
        private final String orderId;
        private final Map<Channel, String> payments = new EnumMap<>(Channel.class);

        Case(Place place) throws IOException {
            this.place = place;
            ShopClient client = place.shop().client();
            // every try has its product's stock back at its end or keeps a piece; 20 products of 1000 pieces are enough
            this.orderId = client.order("anonymous", ShopClient.newKey(), "{\"sku\":\"SKU-9\",\"quantity\":1}")
                    .text("orderId");
            for (Channel channel : Channel.values()) {
                payments.put(
                        channel,
                        client.post(
                                        "/api/orders/" + orderId + "/checkout",
                                        "{\"channel\":\"" + channel.name().toLowerCase(Locale.ROOT) + "\"}",
                                        "Idempotency-Key",
                                        ShopClient.newKey())
                                .text("paymentNo"));
            }
        }

        void happen(Step step) throws IOException {
            if (step.channel() == null) {
                place.shop().client().post("/api/orders/" + orderId + "/cancellation", "");
                return;
            }
            assertThat(place.shop().bean(CallbackPipeline.class).take(notice(step, step.channel())))
                    .as("kept: %s", step)
                    .isTrue();
        }

        private PaymentNotice notice(Step step, Channel channel) {
            boolean inAll = channel == Channel.ALIPAY;
            boolean refund = step.said() == Said.REFUNDED_IN_PART || step.said() == Said.REFUNDED_THE_REST;
            Amount amount = Amount.ofDecimal(
                    step.said() == Said.REFUNDED_IN_PART
                            ? "10.00"
                            : step.said() == Said.REFUNDED_THE_REST && !inAll ? "15.00" : AMOUNT,
                    "CNY");
            String paymentNo = payments.get(channel);
            return new PaymentNotice(
                    channel.name().toLowerCase(Locale.ROOT),
                    paymentNo + "-" + step.said() + (step.second() ? "-2" : ""),
                    refund
                            ? NoticeKind.REFUNDED
                            : NoticeKind.valueOf(step.said().name()),
                    paymentNo,
                    "t-" + paymentNo,
                    refund ? "r-" + paymentNo + step.said() : null,
                    null,
                    refund && inAll ? null : amount,
                    refund && inAll ? amount : null,
                    null);
        }

        void assertEnd(Model model) throws SQLException {
            assertThat(status()).isEqualTo(model.status());
            assertThat(number("SELECT COUNT(*) FROM funds_journal WHERE direction = 'IN' AND order_id = ?"))
                    .as("receipts")
                    .isEqualTo(model.received.size());
            assertThat(number("SELECT COUNT(*) FROM refund_request WHERE order_id = ?"))
                    .as("refund requests")
                    .isEqualTo(model.received.size() - (model.winner == null ? 0 : 1));
            assertThat(
                            number(
                                    "SELECT COALESCE(SUM(amount), 0) FROM funds_journal WHERE direction = 'OUT' AND order_id = ?"))
                    .as("given back")
                    .isEqualTo(model.givenBack());
            assertMoney();
        }

        /** No refund waits whose payment is there. */
        void assertNothingLeft() {
            assertThat(number("""
                            SELECT COUNT(*) FROM payment_notice n JOIN funds_journal j
                                ON j.channel = n.channel AND j.transaction_no = n.transaction_no AND j.direction = 'IN'
                            WHERE n.state = 'WAITING' AND n.order_id = ?
                            """)).as("waiting for nothing").isZero();
        }

        void assertMoney() throws SQLException {
            try (Connection connection = place.database().unpooled().getConnection()) {
                assertThat(ShopInvariants.violations(connection)).isEmpty();
            }
            assertThat(number("SELECT COUNT(*) FROM suspicious_notice WHERE order_id = ?"))
                    .isZero();
        }

        private String status() {
            for (String status : List.of("PENDING", "PAYING", "PAID", "FAILED", "CANCELLED", "REFUNDED")) {
                if (place.database()
                                .queryLong(
                                        "SELECT COUNT(*) FROM orders WHERE order_id = ? AND status = '" + status + "'",
                                        orderId)
                        == 1) {
                    return status;
                }
            }
            throw new AssertionError("no order " + orderId);
        }

        private long number(String sql) {
            return place.database().queryLong(sql, orderId);
        }
    }

    /** What should become of it, by a few rules and without a database. */
    private static final class Model {
        private final Set<Channel> open = EnumSet.allOf(Channel.class);
        private final Set<Channel> received = EnumSet.noneOf(Channel.class);
        private final Map<Channel, Set<Said>> refunds = new EnumMap<>(Channel.class);
        private @Nullable Channel winner;
        private boolean cancelled;
        private boolean failed;

        void happen(Step step) {
            Channel channel = step.channel();
            if (channel == null) {
                cancelled |= winner == null;
                return;
            }
            switch (step.said()) {
                case PENDING -> {}
                case PAID -> {
                    if (received.add(channel) && winner == null && !cancelled) {
                        winner = channel;
                    }
                    open.remove(channel);
                }
                case FAILED, CLOSED -> failed |= open.remove(channel) && open.isEmpty();
                case REFUNDED_IN_PART, REFUNDED_THE_REST ->
                    refunds.computeIfAbsent(channel, any -> EnumSet.noneOf(Said.class))
                            .add(step.said());
            }
        }

        String status() {
            if (cancelled) {
                return "CANCELLED";
            }
            if (winner != null) {
                return givenBack(winner) == 25 ? "REFUNDED" : "PAID";
            }
            return failed ? "FAILED" : "PAYING";
        }

        long givenBack() {
            return received.stream().mapToLong(this::givenBack).sum();
        }

        private long givenBack(Channel channel) {
            Set<Said> said = refunds.getOrDefault(channel, Set.of());
            boolean part = said.contains(Said.REFUNDED_IN_PART);
            boolean rest = said.contains(Said.REFUNDED_THE_REST);
            if (channel == Channel.ALIPAY) {
                return rest ? 25 : part ? 10 : 0;
            }
            return (part ? 10L : 0L) + (rest ? 15L : 0L);
        }
    }
}
