package io.onlyonce.callback.standard;

import static io.onlyonce.callback.standard.StandardWebhooksContract.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.callback.Amount;
import io.onlyonce.callback.CallbackRequest;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Genuine;
import io.onlyonce.callback.Verification.Irrelevant;
import io.onlyonce.callback.Verification.NotVerified;
import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.callback.provider.TimestampWindow;
import io.onlyonce.callback.standard.StandardWebhooksContract.Signer;
import io.onlyonce.testkit.contract.SignedCallback;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StandardWebhooksVerifierTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final byte[] SECRET = SharedSecretTest.secret(7);
    private static final Signer SIGNER = SharedSecretTest.signer(SECRET);
    private static final String PAID =
            "{\"type\":\"payment.succeeded\",\"data\":{\"paymentNo\":\"P1\",\"transactionId\":\"t1\",\"amount\":%s,\"currency\":%s}}";

    private final StandardWebhooksVerifier verifier = verifier(NOW, SharedSecretTest.text(SECRET));

    private static StandardWebhooksVerifier verifier(Instant now, String... keys) {
        return new StandardWebhooksVerifier(List.of(keys), TimestampWindow.of(Clock.fixed(now, ZoneOffset.UTC)));
    }

    private static SignedCallback signed(String body) {
        return send("msg_1", NOW, body, SIGNER);
    }

    private Verification verify(String body) {
        return verifier.verify(signed(body).request());
    }

    @Test
    @DisplayName("the published vector of v1 passes the signature, and nothing near it does")
    void publishedVector() {
        Instant time = Instant.ofEpochSecond(1614265330);
        StandardWebhooksVerifier published = verifier(time, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        SignedCallback vector = send(
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                time,
                "{\"test\": 2432232314}",
                (id, at, body) -> "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        // it is no payment: the signature fits, so its content is looked at
        assertThat(reason(published, vector)).isEqualTo(Reason.CONTENT);
        assertThat(reason(published, vector.withHeader("webhook-timestamp", "1614265331")))
                .isEqualTo(Reason.SIGNATURE);
        assertThat(reason(published, vector.withBody("{\"test\": 2432232315}".getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(Reason.SIGNATURE);
    }

    private static Reason reason(StandardWebhooksVerifier verifier, SignedCallback callback) {
        return ((NotVerified) verifier.verify(callback.request())).reason();
    }

    @Test
    @DisplayName("one good signature in the list is enough, wherever it stands and whatever else does")
    void list() {
        SignedCallback callback = signed(PAID.formatted("\"1.00\"", "\"CNY\""));
        String good = callback.headers().get("webhook-signature");
        String bad = SharedSecretTest.signer(SharedSecretTest.secret(8)).sign("msg_1", NOW, "x");
        for (String list : List.of(
                good,
                bad + " " + good,
                good + " " + bad,
                "v2,abc v1a,QUJD " + good,
                bad + " " + bad + " " + good + " v1,",
                " " + good + " ")) {
            assertThat(verifier.verify(
                            callback.withHeader("webhook-signature", list).request()))
                    .as(list)
                    .isInstanceOf(Genuine.class);
        }
    }

    @Test
    @DisplayName("a signature under another version, without one, or as part of something is none")
    void notOfThisVersion() {
        SignedCallback callback = signed(PAID.formatted("\"1.00\"", "\"CNY\""));
        String good = callback.headers().get("webhook-signature");
        String base64 = good.substring("v1,".length());
        for (String other : List.of(
                base64,
                "v1 " + base64,
                "v1a," + base64,
                "v2," + base64,
                "V1," + base64,
                "v1," + base64 + "x",
                "v1," + base64.replace("=", ""),
                good + "," + good,
                (good + " ").repeat(17),
                "v1,")) {
            assertThat(verifier.verify(
                            callback.withHeader("webhook-signature", other).request()))
                    .as(other)
                    .isInstanceOf(NotVerified.class);
        }
    }

    @Test
    @DisplayName("secrets and public keys are known side by side while a sender goes from one to the other")
    void bothVersions() {
        KeyPair pair = Ed25519KeyTest.pair();
        StandardWebhooksVerifier both =
                verifier(NOW, SharedSecretTest.text(SECRET), Ed25519KeyTest.text(Ed25519KeyTest.raw(pair)));
        String body = PAID.formatted("\"1.00\"", "\"CNY\"");
        for (Signer signer : List.of(SIGNER, Ed25519KeyTest.signer(pair))) {
            assertThat(both.verify(send("msg_1", NOW, body, signer).request())).isInstanceOf(Genuine.class);
        }
    }

    @Test
    @DisplayName("an id with a point is refused, although it is signed: it could end in the timestamp")
    void pointInId() {
        assertThat(reason(verifier, send("msg.1", NOW, "{}", SIGNER))).isEqualTo(Reason.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+1772366400",
                "01772366400",
                "1772366400.0",
                "1772366400 ",
                "-1",
                "1772366400000",
                "١٧٧٢٣٦٦٤٠٠",
                "now"
            })
    @DisplayName("a timestamp that is written otherwise is refused, although it is signed")
    void timestampWrittenOtherwise(String timestamp) {
        SignedCallback callback = signed("{}").withHeader("webhook-timestamp", timestamp);
        assertThat(((NotVerified) verifier.verify(callback.request())).reason())
                .isIn(Reason.MALFORMED, Reason.TIMESTAMP);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"25.00\"|25.00 CNY",
                "25.00|25.00 CNY",
                "25|25.00 CNY",
                "\"25.5\"|25.50 CNY",
                "0.01|0.01 CNY",
                "90071992547409.93|90071992547409.93 CNY",
                "-25.00|-25.00 CNY",
                "\"-25.00\"|-25.00 CNY"
            })
    @DisplayName(
            "B-33 an amount is read as decimal, to the last digit, from text or number; a negative one is readable")
    void amountRead(String written, String read) {
        Genuine genuine = (Genuine) verify(PAID.formatted(written, "\"CNY\""));
        assertThat(String.valueOf(genuine.notice().amount())).isEqualTo(read);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"1e2\"",
                "1e2",
                "2.5E1",
                "\"+25.00\"",
                "\" 25.00\"",
                "\"25.00 \"",
                "\"025\"",
                "\"25,00\"",
                "\"25.\"",
                "\".5\"",
                "25.001",
                "\"\"",
                "\"NaN\"",
                "\"0x10\"",
                "true",
                "[25]",
                "{\"value\":25}",
                "\"２５\"",
                "9999999999999999.00"
            })
    @DisplayName("B-33 what is no plain amount is a doubt and no amount")
    void amountUnreadable(String written) {
        Genuine genuine = (Genuine) verify(PAID.formatted(written, "\"CNY\""));
        assertThat(genuine.notice().amount()).isNull();
        assertThat(genuine.doubt()).isEqualTo(Doubt.AMOUNT_UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"cny\"", "\"RMB\"", "\"\"", "null", "156", "\"CNY \""})
    @DisplayName("B-33 an amount without a currency that exists is none")
    void currencyUnreadable(String currency) {
        Genuine genuine = (Genuine) verify(PAID.formatted("25.00", currency));
        assertThat(genuine.notice().amount()).isNull();
        assertThat(genuine.doubt()).isEqualTo(Doubt.AMOUNT_UNREADABLE);
    }

    @Test
    @DisplayName("B-33 the same number in another currency is told as what it is")
    void otherCurrency() {
        assertThat(((Genuine) verify(PAID.formatted("100", "\"JPY\""))).notice().amount())
                .isEqualTo(Amount.ofDecimal("100", "JPY"))
                .isNotEqualTo(Amount.ofDecimal("100.00", "CNY"));
    }

    @Test
    @DisplayName("what did not move money may say no amount")
    void noAmount() {
        for (String type : List.of("payment.pending", "payment.failed", "payment.closed")) {
            Genuine genuine = (Genuine) verify("{\"type\":\"" + type + "\",\"data\":{\"paymentNo\":\"P1\"}}");
            assertThat(genuine.doubt()).isNull();
            assertThat(genuine.notice().amount()).isNull();
            assertThat(genuine.notice().transactionId()).isNull();
        }
    }

    @Test
    @DisplayName("a refund has its own number and its own amount; a payment has none, whatever is sent")
    void refund() {
        UnaryOperator<String> body = type -> "{\"type\":\"" + type
                + "\",\"data\":{\"paymentNo\":\"P1\",\"transactionId\":\"t1\",\"refundId\":\"r1\",\"amount\":\"2.50\",\"currency\":\"CNY\"}}";
        Genuine refund = (Genuine) verify(body.apply("refund.succeeded"));
        assertThat(refund.notice().kind()).isEqualTo(NoticeKind.REFUNDED);
        assertThat(refund.notice().refundId()).isEqualTo("r1");
        assertThat(refund.notice().amount()).isEqualTo(Amount.ofDecimal("2.50", "CNY"));
        assertThat(refund.notice().refundedInAll()).isNull();
        assertThat(((Genuine) verify(body.apply("payment.succeeded"))).notice().refundId())
                .isNull();
    }

    @Test
    @DisplayName("when it happened is taken from the event, and is no matter if it can't be read")
    void occurredAt() {
        String body = "{\"type\":\"payment.pending\",\"timestamp\":\"%s\",\"data\":{\"paymentNo\":\"P1\"}}";
        assertThat(((Genuine) verify(body.formatted("2026-03-01T19:59:58+08:00")))
                        .notice()
                        .occurredAt())
                .isEqualTo(Instant.parse("2026-03-01T11:59:58Z"));
        assertThat(((Genuine) verify(body.formatted("yesterday"))).notice().occurredAt())
                .isNull();
    }

    @Test
    @DisplayName("an event of a type that is not handled here is irrelevant, and acknowledged")
    void irrelevant() {
        assertThat(verify("{\"type\":\"customer.created\",\"data\":{}}"))
                .isEqualTo(new Irrelevant("msg_1", "customer.created"));
        assertThat(verify("{\"type\":\"a\\nb " + "x".repeat(200) + "\"}"))
                .isEqualTo(new Irrelevant("msg_1", "a?b?" + "x".repeat(60) + "…"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{}",
                "{\"type\":5}",
                "{\"type\":\"payment.succeeded\"}",
                "{\"type\":\"payment.succeeded\",\"data\":{}}",
                "{\"type\":\"payment.succeeded\",\"data\":\"x\"}",
                "{\"type\":\"payment.succeeded\",\"data\":{\"paymentNo\":\"\"}}",
                "{\"type\":\"payment.succeeded\",\"data\":{\"paymentNo\":7}}",
                "{\"type\":\"payment.succeeded\",\"data\":{\"paymentNo\":\"P 1\"}}",
                "{\"type\":\"payment.succeeded\",\"data\":{\"paymentNo\":\"订单\"}}",
                "{\"type\":\"payment.succeeded\",\"data\":{\"paymentNo\":\"P1\",\"transactionId\":\"t\\n1\"}}",
                "{\"type\":\"payment.succeeded\",\"data\":{\"paymentNo\":\"P1\",\"paymentNo\":\"P2\"}}",
                "{\"type\":\"payment.failed\",\"type\":\"payment.succeeded\",\"data\":{\"paymentNo\":\"P1\"}}",
                "{\"type\":\"payment.succeeded\",\"data\":{\"paymentNo\":\"P1\",\"x\":[{\"a\":1,\"a\":2}]}}",
                "{\"type\":\"payment.succeeded\",\"data\":{\"paymentNo\":\"P1\"}} {}",
                "{'type':'payment.succeeded'}"
            })
    @DisplayName("what is signed and can't be used is not verified, by its content")
    void content(String body) {
        assertThat(reason(verifier, signed(body))).isEqualTo(Reason.CONTENT);
    }

    @Test
    @DisplayName("a body that is no UTF-8 is not verified, although it is signed as it is")
    void notUtf8() {
        // the library signs text; these two characters are one byte each in the body that is sent
        SignedCallback signed = signed(PAID.formatted("1", "\"CNY\"").replace("P1", "P\uFFFD"));
        byte[] body = new byte[signed.body().length - 2];
        int at = new String(signed.body(), StandardCharsets.ISO_8859_1).indexOf("\u00EF\u00BF\u00BD");
        System.arraycopy(signed.body(), 0, body, 0, at);
        body[at] = (byte) 0xFF;
        System.arraycopy(signed.body(), at + 3, body, at + 1, body.length - at - 1);
        assertThat(new String(body, StandardCharsets.UTF_8)).contains("P\uFFFD");
        assertThat(reason(verifier, signed.withBody(body))).isEqualTo(Reason.SIGNATURE);
    }

    @Test
    @DisplayName("JSON that is nested a hundred thousand deep is refused and overflows nothing")
    void deep() {
        String deep = "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000);
        assertThat(reason(verifier, signed(deep))).isEqualTo(Reason.CONTENT);
    }

    @Test
    @DisplayName("it is answered by status: 204, 401, and 503 with when to come again")
    void answers() {
        assertThat(verifier.acknowledgements().accepted()).hasToString("204 ");
        assertThat(verifier.acknowledgements().notVerified()).hasToString("401 ");
        assertThat(verifier.acknowledgements().sendAgain()).hasToString("503 ");
        assertThat(verifier.acknowledgements().sendAgain().headers()).isEqualTo(Map.of("Retry-After", "5"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "whsec_",
                "whsec_!!!!",
                "whsec_c2hvcnQ=",
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
            })
    @DisplayName(
            "a key that is none is refused at the start: the error names the property and what it must look like, not the key")
    void badKey(String key) {
        assertThatThrownBy(() -> verifier(NOW, key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("standard.secret")
                .hasMessageContaining("Base64")
                .message()
                .doesNotContain("MfKQ", "c2hv", "!!!!");
    }

    @Test
    @DisplayName("no key, and a window of nothing, are refused at the start")
    void noKey() {
        assertThatThrownBy(() -> verifier(NOW)).hasMessageContaining("standard.secret is missing");
        assertThatThrownBy(() -> new TimestampWindow(Clock.systemUTC(), Duration.ZERO))
                .hasMessageContaining("PT0S");
    }

    @Property(tries = 2000)
    @Label("whatever bytes and headers come, nothing is thrown and nothing is genuine")
    void anything(@ForAll byte[] body, @ForAll String id, @ForAll String timestamp, @ForAll String signature) {
        CallbackRequest request = new SignedCallback(
                        body, Map.of("webhook-id", id, "webhook-timestamp", timestamp, "webhook-signature", signature))
                .request();
        assertThat(verifier.verify(request)).isInstanceOf(NotVerified.class);
    }

    @Property(tries = 2000)
    @Label("whatever is signed, nothing is thrown")
    void anythingSigned(@ForAll String body) {
        assertThat(verify(body)).isInstanceOf(NotVerified.class);
    }
}
