package io.onlyonce.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.simulator.Delivery.End;
import io.onlyonce.simulator.Merchant.Received;
import io.onlyonce.simulator.Merchant.Reply;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackDeliveryTest {
    private static final Reply DOWN = Reply.of(500, "");
    private static final Reply OK = Reply.of(204, "");

    private final Merchant merchant = new Merchant();
    private final TestTime time = new TestTime();
    private final DeliverySettings settings =
            DeliverySettings.fasterBy(60).waitingWith(time).at(time);

    @AfterEach
    void stop() {
        merchant.close();
    }

    private CallbackDelivery delivery(DeliverySettings with) {
        return new CallbackDelivery(merchant.base(), Keys.SIGNERS, with);
    }

    private static Notice paid(Channel channel) {
        return Notices.of(channel, NoticeKind.PAID);
    }

    private static Reply success(Channel channel) {
        return channel == Channel.ALIPAY ? Reply.of(200, "success") : OK;
    }

    private static Arguments row(Channel channel, Outcome outcome, int status, String body) {
        return Arguments.of(channel, outcome, status, body);
    }

    private static Stream<Arguments> rows(Channel channel, Outcome outcome, int... statuses) {
        return Arrays.stream(statuses).mapToObj(status -> row(channel, outcome, status, ""));
    }

    private static Stream<Arguments> reactions() {
        return Stream.of(
                        rows(Channel.STANDARD, Outcome.ACCEPTED, 200, 202, 204, 299),
                        rows(Channel.STANDARD, Outcome.REFUSED, 301, 302, 307, 400, 401, 404, 409, 500),
                        rows(Channel.STANDARD, Outcome.THROTTLED, 429, 502, 503, 504),
                        rows(Channel.STANDARD, Outcome.GONE, 410),
                        rows(Channel.STRIPE, Outcome.ACCEPTED, 200, 202, 204, 299),
                        rows(Channel.STRIPE, Outcome.REFUSED, 302, 400, 410, 429, 500, 503),
                        rows(Channel.WECHATPAY, Outcome.ACCEPTED, 200, 204),
                        rows(Channel.WECHATPAY, Outcome.REFUSED, 201, 202, 302, 401, 410, 503),
                        rows(Channel.ALIPAY, Outcome.REFUSED, 200, 204),
                        Stream.of(
                                row(Channel.WECHATPAY, Outcome.ACCEPTED, 200, "{\"code\":\"FAIL\",\"message\":\"no\"}"),
                                row(Channel.WECHATPAY, Outcome.REFUSED, 500, "{\"code\":\"SUCCESS\"}"),
                                row(Channel.ALIPAY, Outcome.ACCEPTED, 200, "success"),
                                row(Channel.ALIPAY, Outcome.REFUSED, 200, "success\n"),
                                row(Channel.ALIPAY, Outcome.REFUSED, 200, "SUCCESS"),
                                row(Channel.ALIPAY, Outcome.REFUSED, 200, "\uFEFFsuccess"),
                                row(Channel.ALIPAY, Outcome.REFUSED, 200, "\"success\""),
                                row(Channel.ALIPAY, Outcome.REFUSED, 200, "failure"),
                                row(Channel.ALIPAY, Outcome.REFUSED, 302, "success"),
                                row(Channel.ALIPAY, Outcome.REFUSED, 500, "success")))
                .flatMap(rows -> rows);
    }

    @ParameterizedTest(name = "{0} {1}: {2} {3}")
    @MethodSource("reactions")
    @DisplayName("an answer is taken as the provider takes it")
    void reaction(Channel channel, Outcome outcome, int status, String body) throws InterruptedException {
        merchant.replying(Reply.of(status, body).with("Location", merchant.base() + "/elsewhere"));

        Delivery delivery = delivery(settings.atMost(2)).deliver(paid(channel));

        boolean over = outcome == Outcome.ACCEPTED || outcome == Outcome.GONE;
        assertThat(delivery.outcomes()).hasSize(over ? 1 : 2).containsOnly(outcome);
        assertThat(delivery.accepted()).isEqualTo(outcome == Outcome.ACCEPTED);
        assertThat(merchant.received())
                .hasSize(delivery.attempts().size())
                .extracting(Received::path)
                .containsOnly("/api/callbacks/" + channel.path());
        Answer answer = delivery.attempts().get(0).answer();
        assertThat(answer).isNotNull();
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.text()).isEqualTo(body);
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    @DisplayName("what arrives passes the provider's own library and is what was recorded")
    void arrives(Channel channel) throws InterruptedException {
        merchant.replying(success(channel));
        Delivery delivery = delivery(settings).deliver(paid(channel));

        assertThat(delivery.end()).isEqualTo(End.ACCEPTED);
        assertThat(merchant.received()).singleElement().satisfies(received -> {
            assertThat(VendorVerifier.accepts(channel, received.callback())).isTrue();
            assertThat(received.callback().body())
                    .isEqualTo(delivery.attempts().get(0).sent().body());
        });
    }

    @ParameterizedTest
    @CsvSource({
        "STANDARD, '5,300,1800,7200,18000,36000,50400,72000,86400'",
        "STRIPE, '3600,7200,14400,28800,57600,115200'",
        "WECHATPAY, '15,15,30,180,600,1200,1800,1800,1800,3600,10800,10800,10800,21600,21600'",
        "ALIPAY, '240,600,600,3600,7200,21600,54000'"
    })
    @DisplayName(
            "a notice that is never acknowledged is sent by the provider's whole plan, in compressed time, and then given up")
    void wholePlan(Channel channel, String seconds) throws InterruptedException {
        merchant.replying(DOWN);
        List<Duration> compressed = Arrays.stream(seconds.split(","))
                .map(each -> Duration.ofSeconds(Long.parseLong(each)).dividedBy(60))
                .toList();

        Delivery delivery = delivery(settings).deliver(paid(channel));

        assertThat(time.waited()).isEqualTo(compressed);
        assertThat(delivery.end()).isEqualTo(End.GIVEN_UP);
        assertThat(merchant.received()).hasSize(compressed.size() + 1);
        assertThat(delivery.attempts().get(0).waited()).isZero();
        assertThat(delivery.attempts().subList(1, delivery.attempts().size()))
                .extracting(Attempt::waited)
                .isEqualTo(compressed);
    }

    @Test
    @DisplayName("attempts are bounded, whatever the plan says")
    void bounded() throws InterruptedException {
        merchant.replying(DOWN);

        assertThat(delivery(settings.atMost(3)).deliver(paid(Channel.WECHATPAY)).attempts())
                .hasSize(3);
        assertThat(delivery(settings.atMost(1)).deliver(paid(Channel.ALIPAY)).attempts())
                .hasSize(1);
        assertThat(merchant.received()).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({"STANDARD, 5", "STRIPE, 3600", "WECHATPAY, 15", "ALIPAY, 240"})
    @DisplayName("a retry has the same notice id, its own timestamp and another signature")
    void retrySignedAfresh(Channel channel, long secondsApart) throws InterruptedException {
        merchant.replying(DOWN, success(channel));
        DeliverySettings realTime =
                DeliverySettings.fasterBy(1).waitingWith(time).at(time);
        List<Attempt> attempts = delivery(realTime).deliver(paid(channel)).attempts();
        SignedCallback first = attempts.get(0).sent();
        SignedCallback second = attempts.get(1).sent();

        assertThat(attempts).hasSize(2);
        assertThat(Delivered.noticeId(channel, second)).isEqualTo(Delivered.noticeId(channel, first));
        assertThat(Delivered.signature(channel, second)).isNotEqualTo(Delivered.signature(channel, first));
        assertThat(Delivered.seconds(channel, second)).isEqualTo(Delivered.seconds(channel, first) + secondsApart);
    }

    @Test
    @DisplayName(
            "a throttled notice to Standard Webhooks waits as long as it is asked to, in compressed time, and never shorter than planned")
    void retryAfter() throws InterruptedException {
        merchant.replying(
                Reply.of(503, "").with("Retry-After", "3600"),
                Reply.of(429, "").with("Retry-After", "1"),
                Reply.of(500, "").with("Retry-After", "99999"),
                Reply.of(503, "").with("Retry-After", "soon"),
                OK);

        delivery(settings).deliver(paid(Channel.STANDARD));

        assertThat(time.waited())
                .containsExactly(
                        Duration.ofSeconds(60), Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(120));
    }

    @ParameterizedTest
    @EnumSource(value = Channel.class, names = "STANDARD", mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("the other providers keep to their plan, whatever they are asked")
    void retryAfterIgnored(Channel channel) throws InterruptedException {
        merchant.replying(Reply.of(503, "").with("Retry-After", "99999"), success(channel));

        assertThat(delivery(settings).deliver(paid(channel)).accepted()).isTrue();
        assertThat(time.waited())
                .containsExactly(settings.planOf(channel).delays().get(0));
    }

    @Test
    @DisplayName("410 disables the endpoint of Standard Webhooks until it is enabled again, and no other")
    void disabled() throws InterruptedException {
        merchant.replying(Reply.of(410, ""), OK);
        CallbackDelivery delivery = delivery(settings);

        assertThat(delivery.deliver(paid(Channel.STANDARD)).end()).isEqualTo(End.ENDPOINT_DISABLED);
        assertThat(delivery.isDisabled(Channel.STANDARD)).isTrue();
        Delivery next = delivery.deliver(paid(Channel.STANDARD));
        assertThat(next.end()).isEqualTo(End.ENDPOINT_DISABLED);
        assertThat(next.attempts()).isEmpty();
        assertThat(merchant.received()).hasSize(1);

        assertThat(delivery.deliver(paid(Channel.STRIPE)).accepted()).isTrue();
        delivery.enable(Channel.STANDARD);
        assertThat(delivery.deliver(paid(Channel.STANDARD)).accepted()).isTrue();
        assertThat(merchant.received()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("an answer that doesn't come in time, or whose body doesn't, is a failure")
    void tooLate(boolean withHead) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        merchant.replying(
                (exchange, callback) -> {
                    if (withHead) {
                        exchange.sendResponseHeaders(200, 7);
                        exchange.getResponseBody().flush();
                    }
                    try {
                        never.await(1, TimeUnit.MINUTES);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                OK);

        Delivery delivery =
                delivery(settings.patientFor(Duration.ofMillis(500))).deliver(paid(Channel.WECHATPAY));
        never.countDown();

        assertThat(delivery.outcomes()).startsWith(Outcome.NO_ANSWER);
        assertThat(delivery.attempts().get(0).answer()).isNull();
        assertThat(delivery.accepted()).isTrue();
    }

    @Test
    @DisplayName("where nobody listens, each attempt is one without an answer")
    void nobody() throws InterruptedException {
        URI base = merchant.base();
        merchant.close();

        Delivery delivery = new CallbackDelivery(base, Keys.SIGNERS, settings.atMost(2)).deliver(paid(Channel.STRIPE));

        assertThat(delivery.outcomes()).containsExactly(Outcome.NO_ANSWER, Outcome.NO_ANSWER);
        assertThat(delivery.end()).isEqualTo(End.GIVEN_UP);
    }

    @Test
    @DisplayName("lost acknowledgements: the whole notice arrives each time, and is sent again by plan")
    void lost() throws InterruptedException {
        CountDownLatch arrived = new CountDownLatch(3);
        merchant.replying((exchange, callback) -> {
            arrived.countDown();
            OK.to(exchange, callback);
        });

        Delivery delivery = delivery(settings).deliverLosing(2, paid(Channel.STRIPE));

        assertThat(arrived.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(delivery.outcomes())
                .containsExactly(Outcome.ACKNOWLEDGEMENT_LOST, Outcome.ACKNOWLEDGEMENT_LOST, Outcome.ACCEPTED);
        assertThat(time.waited()).containsExactly(Duration.ofMinutes(1), Duration.ofMinutes(2));
        assertThat(merchant.received())
                .hasSize(3)
                .allSatisfy(received -> assertThat(received.callback().body())
                        .isEqualTo(delivery.attempts().get(0).sent().body()));
    }

    @Test
    @DisplayName("copies that are sent at once are all there before the first is answered")
    void atOnce() throws InterruptedException {
        int copies = 4;
        CyclicBarrier allThere = new CyclicBarrier(copies);
        merchant.replying((exchange, callback) -> {
            try {
                allThere.await(1, TimeUnit.MINUTES);
                OK.to(exchange, callback);
            } catch (Exception e) {
                DOWN.to(exchange, callback);
            }
        });
        CallbackDelivery delivery = delivery(settings.atMost(1));
        Notice notice = paid(Channel.STANDARD);

        for (int round = 0; round < 50; round++) {
            assertThat(delivery.deliverAtOnce(copies, notice)).hasSize(copies).allMatch(Delivery::accepted);
        }
        assertThat(merchant.received()).hasSize(50 * copies);
    }

    @Test
    @DisplayName("notices in turn: each once in the order given, and only then again what was not acknowledged")
    void inTurn() throws InterruptedException {
        merchant.replying(DOWN, OK, DOWN, OK);
        Notices notices = new Notices(Channel.STANDARD);
        Notice paid = notices.paid();
        Notice refunded = notices.refunded("R1", "25.00");

        List<Delivery> deliveries = delivery(settings).deliverInTurn(List.of(refunded, paid));

        assertThat(deliveries).extracting(Delivery::notice).containsExactly(refunded, paid);
        assertThat(deliveries).allMatch(Delivery::accepted);
        assertThat(merchant.received())
                .extracting(received -> Delivered.header(received.callback(), "webhook-id"))
                .containsExactly(refunded.id(), paid.id(), refunded.id(), refunded.id());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com:8080",
                "http://10.0.0.1:8080",
                "http://localhost:8080",
                "http://127.0.0.1@example.com:8080",
                "http://user@127.0.0.1:8080",
                "http://127.0.0.1.example.com:8080",
                "https://127.0.0.1:8443",
                "http://127.0.0.1",
                "http://127.0.0.1:8080/shop",
                "//127.0.0.1:8080",
                "mailto:nobody"
            })
    @DisplayName("callbacks are sent to this computer only")
    void elsewhere(String base) {
        assertThatThrownBy(() -> new CallbackDelivery(URI.create(base), Keys.SIGNERS, settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("this computer only");
    }

    @Test
    @DisplayName("a channel without a signer, and no copies at all, are refused")
    void misuse() {
        CallbackDelivery delivery = new CallbackDelivery(merchant.base(), List.of(Keys.STRIPE_SIGNER), settings);

        assertThatThrownBy(() -> delivery.deliver(paid(Channel.ALIPAY)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no signer for alipay");
        assertThatThrownBy(() -> delivery.deliverAtOnce(0, paid(Channel.STRIPE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 copies");
    }
}
