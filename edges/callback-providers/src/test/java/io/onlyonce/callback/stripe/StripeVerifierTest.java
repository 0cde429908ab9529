package io.onlyonce.callback.stripe;

import static io.onlyonce.callback.stripe.StripeContractTest.FIRST;
import static io.onlyonce.callback.stripe.StripeContractTest.SECOND;
import static io.onlyonce.callback.stripe.StripeContractTest.send;
import static io.onlyonce.callback.stripe.StripeContractTest.signature;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.stripe.net.Webhook;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Genuine;
import io.onlyonce.callback.Verification.Irrelevant;
import io.onlyonce.callback.Verification.NotVerified;
import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.callback.provider.TimestampWindow;
import io.onlyonce.testkit.contract.SignedCallback;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StripeVerifierTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String INTENT = """
            {"id":"evt_1","type":"payment_intent.succeeded","livemode":true,"data":{"object":{"id":"pi_1",%s,\
            "metadata":{"payment_no":"P1"}}}}""";
    private static final String CHARGE = """
            {"id":"evt_2","type":"charge.refunded","livemode":true,"data":{"object":{"id":"ch_1","amount":2500,\
            "amount_refunded":%s,"currency":"cny"%s,"metadata":{"payment_no":"P1"}}}}""";

    private final StripeVerifier verifier = verifier(null, FIRST);

    private static StripeVerifier verifier(@Nullable Boolean livemode, String... secrets) {
        return new StripeVerifier(
                new StripeSettings(List.of(secrets), livemode), TimestampWindow.of(Clock.fixed(NOW, ZoneOffset.UTC)));
    }

    private Verification verify(String body) {
        return verifier.verify(send(body, NOW, FIRST).request());
    }

    private static Reason reason(Verification verification) {
        return ((NotVerified) verification).reason();
    }

    @Test
    @DisplayName("what Stripe's own library takes for genuine is genuine here, and the other way round")
    void agreesWithTheLibrary() throws Exception {
        String body = INTENT.formatted("\"amount\":2500,\"currency\":\"cny\",\"description\":\"订单 №1\"");
        SignedCallback callback = send(body, NOW, FIRST);
        String header = callback.headers().get("Stripe-Signature");
        assertThat(Webhook.Signature.verifyHeader(body, header, FIRST, 300, Clock.fixed(NOW, ZoneOffset.UTC)))
                .isTrue();
        assertThat(verifier.verify(callback.request())).isInstanceOf(Genuine.class);
    }

    @Test
    @DisplayName("a timestamp far ahead, which the library lets pass, is refused")
    void aheadOfTheLibrary() throws Exception {
        SignedCallback callback = send("{}", NOW.plusSeconds(3600), FIRST);
        assertThat(Webhook.Signature.verifyHeader(
                        "{}", callback.headers().get("Stripe-Signature"), FIRST, 300, Clock.fixed(NOW, ZoneOffset.UTC)))
                .isTrue();
        assertThat(reason(verifier.verify(callback.request()))).isEqualTo(Reason.TIMESTAMP);
    }

    @Test
    @DisplayName("it verifies whatever locale the platform has: numbers are not written with its digits")
    void locale() {
        Locale before = Locale.getDefault();
        SignedCallback callback = send(INTENT.formatted("\"amount\":1,\"currency\":\"cny\""), NOW, FIRST);
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(verifier.verify(callback.request())).isInstanceOf(Genuine.class);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    @DisplayName("the key is the whole secret: one that is decoded as Standard Webhooks does it signs nothing")
    void wholeSecret() {
        String secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        StripeVerifier whole = verifier(null, secret);
        String body = INTENT.formatted("\"amount\":1,\"currency\":\"cny\"");
        assertThat(whole.verify(send(body, NOW, secret).request())).isInstanceOf(Genuine.class);
        assertThat(reason(whole.verify(
                        send(body, NOW, secret.substring("whsec_".length())).request())))
                .isEqualTo(Reason.SIGNATURE);
    }

    @Test
    @DisplayName("one v1 of several is enough, other schemes are left alone")
    void several() {
        String body = INTENT.formatted("\"amount\":1,\"currency\":\"cny\"");
        String t = "t=" + NOW.getEpochSecond();
        String good = signature(NOW.getEpochSecond() + "." + body, FIRST);
        String other = signature(NOW.getEpochSecond() + "." + body, SECOND);
        SignedCallback callback = send(body, NOW, FIRST);
        for (String header : List.of(
                t + ",v1=" + other + ",v1=" + good,
                t + ",v1=" + good + ",v1=" + other,
                "v1=" + good + "," + t,
                t + ",v0=abc,v1=" + good + ",v2=x,,y")) {
            assertThat(verifier.verify(
                            callback.withHeader("Stripe-Signature", header).request()))
                    .as(header)
                    .isInstanceOf(Genuine.class);
        }
        for (String header : List.of(
                t,
                "v1=" + good,
                t + ",v0=" + good,
                t + ",v1=" + good.toUpperCase(Locale.ROOT),
                t + ", v1=" + good,
                t + "," + t + ",v1=" + good,
                "t=1," + t + ",v1=" + good,
                "t= " + NOW.getEpochSecond() + ",v1=" + good,
                "t=+" + NOW.getEpochSecond() + ",v1=" + good,
                t + ",v1=" + good + ",".repeat(40))) {
            assertThat(verifier.verify(
                            callback.withHeader("Stripe-Signature", header).request()))
                    .as(header)
                    .isInstanceOf(NotVerified.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2500,cny,25.00 CNY",
        "1,cny,0.01 CNY",
        "2500,jpy,2500 JPY",
        "2500,kwd,2.500 KWD",
        "2500,isk,25 ISK",
        "2500,ugx,25 UGX",
        "2500,mga,2500.00 MGA",
        "-2500,cny,-25.00 CNY"
    })
    @DisplayName("B-33 amounts are in the smallest unit as Stripe has it")
    void minorUnits(String minor, String currency, String amount) {
        Genuine genuine =
                (Genuine) verify(INTENT.formatted("\"amount\":" + minor + ",\"currency\":\"" + currency + "\""));
        assertThat(genuine.notice().amount()).hasToString(amount);
        assertThat(genuine.doubt()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"2500\"", "25.00", "2.5e3", "25e2", "true", "[2500]", "{}", "99999999999999999999", "-0.5"})
    @DisplayName("B-33 what is no whole number is a doubt and no amount")
    void amountUnreadable(String written) {
        String body = INTENT.formatted("\"amount\":" + written + ",\"currency\":\"cny\"");
        Genuine genuine = (Genuine) verify(body);
        assertThat(genuine.notice().amount()).isNull();
        assertThat(genuine.doubt()).isEqualTo(Doubt.AMOUNT_UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"xyz\"", "\"rmb\"", "null", "156", "\"CN¥\""})
    @DisplayName("B-33 a currency that is none makes the amount unreadable")
    void currencyUnreadable(String currency) {
        Genuine genuine = (Genuine) verify(INTENT.formatted("\"amount\":2500,\"currency\":" + currency));
        assertThat(genuine.doubt()).isEqualTo(Doubt.AMOUNT_UNREADABLE);
    }

    @Test
    @DisplayName("what was received counts, not what was asked for")
    void received() {
        Genuine genuine =
                (Genuine) verify(INTENT.formatted("\"amount\":2500,\"amount_received\":2499,\"currency\":\"cny\""));
        assertThat(genuine.notice().amount()).hasToString("24.99 CNY");
    }

    @Test
    @DisplayName(
            "B-33 an event of the other mode is doubtful, one that names none is not; without a mode of one's own nothing is")
    void livemode() {
        String body = INTENT.formatted("\"amount\":2500,\"currency\":\"cny\"");
        for (String other : List.of("\"livemode\":false", "\"livemode\":\"true\"")) {
            SignedCallback callback = send(body.replace("\"livemode\":true", other), NOW, FIRST);
            assertThat(((Genuine) verifier(true, FIRST).verify(callback.request())).doubt())
                    .isEqualTo(Doubt.ENVIRONMENT);
            assertThat(((Genuine) verifier(null, FIRST).verify(callback.request())).doubt())
                    .isNull();
        }
        SignedCallback silent = send(body.replace("\"livemode\":true", "\"other\":true"), NOW, FIRST);
        assertThat(((Genuine) verifier(true, FIRST).verify(silent.request())).doubt())
                .isNull();
        assertThat(((Genuine) verifier(false, FIRST)
                                .verify(send(body, NOW, FIRST).request()))
                        .doubt())
                .isEqualTo(Doubt.ENVIRONMENT);
        assertThat(((Genuine) verifier(true, FIRST)
                                .verify(send(body, NOW, FIRST).request()))
                        .doubt())
                .isNull();
    }

    @Test
    @DisplayName("a refund is told as the sum so far, under the charge and that sum, of the payment intent")
    void refund() {
        Genuine part = (Genuine) verify(CHARGE.formatted("1000", ",\"payment_intent\":\"pi_1\""));
        assertThat(part.notice().kind()).isEqualTo(NoticeKind.REFUNDED);
        assertThat(part.notice().amount()).isNull();
        assertThat(part.notice().refundedInAll()).hasToString("10.00 CNY");
        assertThat(part.notice().refundId()).isEqualTo("ch_1/1000");
        assertThat(part.notice().transactionId()).isEqualTo("pi_1");
        Genuine all = (Genuine) verify(CHARGE.formatted("2500", ",\"payment_intent\":null"));
        assertThat(all.notice().refundId()).isEqualTo("ch_1/2500");
        assertThat(all.notice().transactionId()).isNull();
    }

    @Test
    @DisplayName("B-33 a refund whose sum can't be read has no number")
    void refundUnreadable() {
        Genuine genuine = (Genuine) verify(CHARGE.formatted("\"1000\"", ""));
        assertThat(genuine.doubt()).isEqualTo(Doubt.AMOUNT_UNREADABLE);
        assertThat(genuine.notice().refundId()).isNull();
        assertThat(genuine.notice().refundedInAll()).isNull();
    }

    @Test
    @DisplayName("an event of a payment that was not made here, or of another type, is irrelevant")
    void irrelevant() {
        assertThat(verify("{\"id\":\"evt_1\",\"type\":\"customer.created\"}"))
                .isEqualTo(new Irrelevant("evt_1", "customer.created"));
        String body = INTENT.formatted("\"amount\":1,\"currency\":\"cny\"");
        for (String metadata : List.of("{}", "[]", "null", "{\"payment_no\":\"\"}", "{\"payment_no\":7}")) {
            assertThat(verify(body.replace("{\"payment_no\":\"P1\"}", metadata)))
                    .as(metadata)
                    .isInstanceOf(Irrelevant.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"id\":\"evt_1\"}",
                "{\"type\":\"payment_intent.succeeded\"}",
                "{\"id\":\"evt_1\",\"type\":\"payment_intent.succeeded\"}",
                "{\"id\":\"evt_1\",\"type\":\"payment_intent.succeeded\",\"data\":{}}",
                "{\"id\":\"evt_1\",\"type\":\"payment_intent.succeeded\",\"data\":{\"object\":{\"metadata\":{\"payment_no\":\"P1\"}}}}",
                "{\"id\":\"evt 1\",\"type\":\"payment_intent.succeeded\",\"data\":{\"object\":{\"id\":\"pi_1\",\"metadata\":{\"payment_no\":\"P1\"}}}}",
                "{\"id\":\"evt_1\",\"type\":\"payment_intent.succeeded\",\"data\":{\"object\":{\"id\":\"pi_1\",\"metadata\":{\"payment_no\":\"P1\",\"payment_no\":\"P2\"}}}}"
            })
    @DisplayName("what is signed and can't be used is not verified, by its content")
    void content(String body) {
        assertThat(reason(verify(body))).isEqualTo(Reason.CONTENT);
    }

    @Test
    @DisplayName("it is answered by status: 200, 400, 503")
    void answers() {
        assertThat(verifier.acknowledgements().accepted()).hasToString("200 ");
        assertThat(verifier.acknowledgements().notVerified()).hasToString("400 ");
        assertThat(verifier.acknowledgements().sendAgain()).hasToString("503 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "whsec_", "whsec_short", "whsec_4711471147114711\n", "whsec_ 4711471147114711"})
    @DisplayName("a secret that is none is refused at the start, and neither the error nor the settings show it")
    void badSecret(String secret) {
        assertThatThrownBy(() -> verifier(null, secret))
                .hasMessageContaining("stripe.secret")
                .message()
                .doesNotContain("4711", "short");
        assertThatThrownBy(() -> verifier(null)).hasMessageContaining("stripe.secret is missing");
        assertThat(new StripeSettings(List.of(FIRST), true).toString()).doesNotContain("first4711");
    }

    @Property(tries = 2000)
    @Label("whatever bytes and header come, nothing is thrown and nothing is genuine")
    void anything(@ForAll byte[] body, @ForAll String header) {
        for (String value : List.of(header, "t=" + NOW.getEpochSecond() + ",v1=" + header)) {
            SignedCallback callback = new SignedCallback(body, Map.of("Stripe-Signature", value));
            assertThat(verifier.verify(callback.request())).isInstanceOf(NotVerified.class);
        }
    }
}
