package io.onlyonce.callback.wechatpay;

import static io.onlyonce.callback.wechatpay.WechatPaySender.API_V3_KEY;
import static io.onlyonce.callback.wechatpay.WechatPaySender.APPID;
import static io.onlyonce.callback.wechatpay.WechatPaySender.MCHID;
import static io.onlyonce.callback.wechatpay.WechatPaySender.NONCE;
import static io.onlyonce.callback.wechatpay.WechatPaySender.notification;
import static io.onlyonce.callback.wechatpay.WechatPaySender.send;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.wechat.pay.java.core.cipher.AeadAesCipher;
import com.wechat.pay.java.core.cipher.RSAVerifier;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Genuine;
import io.onlyonce.callback.Verification.Irrelevant;
import io.onlyonce.callback.Verification.NotVerified;
import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.callback.provider.RsaKeys;
import io.onlyonce.callback.provider.TimestampWindow;
import io.onlyonce.testkit.contract.SignedCallback;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WechatPayVerifierTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final KeyPair PAIR = RsaKeys.pair(2048);
    private static final String ID = "PUB_KEY_ID_1";
    private static final String PAID = WechatPaySender.transaction("P1", "420001", "SUCCESS", "{\"total\":2500}");
    private static final String REFUND =
            WechatPaySender.refund("P1", "420001", "5001", "{\"total\":2500,\"refund\":500}");

    private final WechatPayVerifier verifier = verifier(new WechatPayKey(ID, PAIR.getPublic()));

    private static WechatPayVerifier verifier(WechatPayKey... keys) {
        return new WechatPayVerifier(
                new WechatPaySettings(API_V3_KEY, MCHID, APPID, List.of(keys)),
                TimestampWindow.of(Clock.fixed(NOW, ZoneOffset.UTC)));
    }

    private Verification verify(String body) {
        return verifier.verify(send(body, NOW, ID, PAIR.getPrivate()).request());
    }

    private Genuine genuine(String type, String facts) {
        return (Genuine) verify(notification("EV-1", type, facts));
    }

    private static Reason reason(Verification verification) {
        return ((NotVerified) verification).reason();
    }

    private static String publishedCertificate() throws IOException {
        try (InputStream pem =
                Objects.requireNonNull(WechatPayVerifierTest.class.getResourceAsStream("published-certificate.pem"))) {
            return new String(pem.readAllBytes(), UTF_8);
        }
    }

    @Test
    @DisplayName("the published vector of the encryption decrypts")
    void publishedAead() {
        AeadAesCipher cipher = new AeadAesCipher("a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb".getBytes(UTF_8));
        assertThat(cipher.decrypt(
                        "associatedData".getBytes(UTF_8),
                        "uluk4a9R25RW".getBytes(UTF_8),
                        Base64.getDecoder().decode("ulwSiIajGClcvcOYvOQ7+l+0PAbzzwI=")))
                .isEqualTo("message");
    }

    @Test
    @DisplayName("the published vector of the signature fits the key that is read from the published certificate")
    void publishedSignature() throws IOException {
        WechatPayKey key = WechatPayKey.ofCertificate(publishedCertificate());
        assertThat(key.serial()).isEqualTo("5F1C72E2A8931B72A2E13AF8DEE92471EB397115");
        String signature =
                "Rq+5ZpWV6IHTWE1+9gCrYJKguNgbItpMdlIA+PVCPCdUAKNlohZz7CL7Y8xWDIFJjdGnErMj6Z+Q/h9CF5MV+nAVkqDmBR0uP5pp"
                        + "sUEzco4ijvKHsvI2ro4boSW6vSfQs3W8I4QSI9a0/NFIgvj83Fv27LIYZf7deaFWmEwd1fpAeJRCyoKyBeJPdsjVx0//Lqe6"
                        + "Wze2zVdliLcBvaHCfpd8+rAVGS+FQDeWgHqJ7n/Zy09LmV1/ghs7pO1mdjdD16SHKlysAD3K5hNGUJX/SHrEXEcu1yO1AOb/"
                        + "YvOVkjNh8243rcfXNE5L4ph2XS11vS+2aToKYSOcKUagf0LLaw==";
        RSAVerifier published = new RSAVerifier(key.key(), key.serial());
        assertThat(published.verify(key.serial(), "message", signature)).isTrue();
        assertThat(published.verify(key.serial(), "messagf", signature)).isFalse();
    }

    @Test
    @DisplayName("a notification signed by the JDK alone, line feed at the end included, is genuine")
    void signedText() {
        String body = notification("EV-1", "TRANSACTION.SUCCESS", PAID);
        String time = Long.toString(NOW.getEpochSecond());
        SignedCallback callback = send(body, NOW, ID, PAIR.getPrivate());
        String nonce = callback.headers().get("Wechatpay-Nonce");
        String right = RsaKeys.sign(PAIR.getPrivate(), time + "\n" + nonce + "\n" + body + "\n");
        String withoutEnd = RsaKeys.sign(PAIR.getPrivate(), time + "\n" + nonce + "\n" + body);
        assertThat(verifier.verify(
                        callback.withHeader("Wechatpay-Signature", right).request()))
                .isInstanceOf(Genuine.class);
        assertThat(reason(verifier.verify(
                        callback.withHeader("Wechatpay-Signature", withoutEnd).request())))
                .isEqualTo(Reason.SIGNATURE);
    }

    @Test
    @DisplayName("the key is chosen by its serial: another known one does not do, an unknown one is told as such")
    void serial() throws IOException {
        WechatPayVerifier both =
                verifier(WechatPayKey.ofCertificate(publishedCertificate()), new WechatPayKey(ID, PAIR.getPublic()));
        SignedCallback callback = send(notification("EV-1", "TRANSACTION.SUCCESS", PAID), NOW, ID, PAIR.getPrivate());
        assertThat(both.verify(callback.request())).isInstanceOf(Genuine.class);
        String other = "5F1C72E2A8931B72A2E13AF8DEE92471EB397115";
        assertThat(reason(both.verify(
                        callback.withHeader("Wechatpay-Serial", other).request())))
                .isEqualTo(Reason.SIGNATURE);
        assertThat(reason(both.verify(
                        callback.withHeader("Wechatpay-Serial", "PUB_KEY_ID_2").request())))
                .isEqualTo(Reason.UNKNOWN_KEY);
    }

    @Test
    @DisplayName("WeChat Pay's probe with a wrong signature is refused, and so is another scheme")
    void probe() {
        SignedCallback callback = send(notification("EV-1", "TRANSACTION.SUCCESS", PAID), NOW, ID, PAIR.getPrivate());
        String signature = callback.headers().get("Wechatpay-Signature");
        NotVerified probe = (NotVerified)
                verifier.verify(callback.withHeader("Wechatpay-Signature", "WECHATPAY/SIGNTEST/" + signature)
                        .request());
        assertThat(probe.reason()).isEqualTo(Reason.SIGNATURE);
        assertThat(probe.detail()).contains("probe");
        assertThat(verifier.verify(callback.withHeader("Wechatpay-Signature-Type", "WECHATPAY2-SHA256-RSA2048")
                        .request()))
                .isInstanceOf(Genuine.class);
        assertThat(reason(verifier.verify(callback.withHeader("Wechatpay-Signature-Type", "WECHATPAY2-SM2-WITH-SM3")
                        .request())))
                .isEqualTo(Reason.MALFORMED);
    }

    @Test
    @DisplayName("associated data may be empty or missing; what is there must be what was encrypted with")
    void associatedData() {
        for (String member : List.of("\"associated_data\":\"\",", "\"associated_data\":null,", "")) {
            assertThat(verify(notification("EV-1", "TRANSACTION.SUCCESS", member, "", PAID)))
                    .as(member)
                    .isInstanceOf(Genuine.class);
        }
        String wrong = notification("EV-1", "TRANSACTION.SUCCESS", "\"associated_data\":\"refund\",", "", PAID);
        assertThat(reason(verify(wrong))).isEqualTo(Reason.CONTENT);
    }

    @Test
    @DisplayName("what is signed and can't be decrypted is not verified, by its content")
    void undecryptable() {
        String body = notification("EV-1", "TRANSACTION.SUCCESS", PAID);
        for (String broken : List.of(
                body.replace("AEAD_AES_256_GCM", "AEAD_SM4_GCM"),
                body.replace(NONCE, "uluk4a9R25RX"),
                body.replace(NONCE, "short"),
                body.replace("\"nonce\":\"" + NONCE + "\"", "\"other\":1"),
                body.replaceFirst("\"ciphertext\":\"[^\"]*\"", "\"ciphertext\":\"!\""),
                body.replaceFirst("\"ciphertext\":\"[^\"]*\"", "\"ciphertext\":\"QUJD\""),
                body.replaceFirst("\"ciphertext\":\"[^\"]*\"", "\"ciphertext\":null"),
                body.replaceFirst("\"resource\":", "\"other\":"),
                notification("EV-1", "TRANSACTION.SUCCESS", "no JSON"),
                notification("EV-1", "TRANSACTION.SUCCESS", "{\"trade_state\":\"SUCCESS\"}"),
                notification("EV-1", "TRANSACTION.SUCCESS", "{\"out_trade_no\":\"P1\"}"),
                notification("EV-1", "TRANSACTION.SUCCESS", PAID.replace("\"P1\"", "\"P 1\"")),
                notification("EV-1", "TRANSACTION.SUCCESS", PAID.replace("{\"tr", "{\"out_trade_no\":\"P2\",\"tr")),
                notification("EV 1", "TRANSACTION.SUCCESS", PAID),
                notification("EV-1", "REFUND.SUCCESS", "{}"))) {
            assertThat(reason(verify(broken))).as(broken).isEqualTo(Reason.CONTENT);
        }
    }

    @Test
    @DisplayName("a body that is no UTF-8 does not get to the library, which would read another one")
    void notUtf8() {
        SignedCallback callback = send("{\"id\":\"\uFFFD\"}", NOW, ID, PAIR.getPrivate());
        byte[] latin = "{\"id\":\"\u00FF\"}".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(new String(latin, UTF_8)).isEqualTo("{\"id\":\"\uFFFD\"}");
        assertThat(reason(verifier.verify(callback.withBody(latin).request()))).isEqualTo(Reason.MALFORMED);
        assertThat(reason(verifier.verify(callback.request()))).isEqualTo(Reason.CONTENT);
    }

    @ParameterizedTest
    @CsvSource({
        "SUCCESS,PAID",
        "NOTPAY,PENDING",
        "USERPAYING,PENDING",
        "ACCEPT,PENDING",
        "CLOSED,CLOSED",
        "REVOKED,CLOSED",
        "PAYERROR,FAILED"
    })
    @DisplayName("the payment's state says what has happened")
    void states(String state, NoticeKind kind) {
        PaymentNotice notice = genuine("TRANSACTION.SUCCESS", PAID.replace("\"SUCCESS\"", "\"" + state + "\""))
                .notice();
        assertThat(notice.kind()).isEqualTo(kind);
        assertThat(notice.amount()).hasToString("25.00 CNY");
        assertThat(notice.occurredAt()).isEqualTo(Instant.parse("2026-03-01T11:59:58Z"));
    }

    @Test
    @DisplayName("a refund comes by its own notification, done or failed")
    void refunds() {
        PaymentNotice done = genuine("REFUND.SUCCESS", REFUND).notice();
        assertThat(done.kind()).isEqualTo(NoticeKind.REFUNDED);
        assertThat(done.refundId()).isEqualTo("5001");
        assertThat(done.transactionId()).isEqualTo("420001");
        assertThat(done.amount()).hasToString("5.00 CNY");
        assertThat(done.refundedInAll()).isNull();
        for (String type : List.of("REFUND.ABNORMAL", "REFUND.CLOSED")) {
            PaymentNotice failed = genuine(type, REFUND).notice();
            assertThat(failed.kind()).isEqualTo(NoticeKind.REFUND_FAILED);
            assertThat(failed.refundId()).isEqualTo("5001");
        }
    }

    @Test
    @DisplayName("what tells of nothing that is handled here is irrelevant")
    void irrelevant() {
        assertThat(verify(notification("EV-1", "PAYSCORE.USER_PAID", "{}")))
                .isEqualTo(new Irrelevant("EV-1", "PAYSCORE.USER_PAID"));
        assertThat(verify(notification("EV-1", "TRANSACTION.SUCCESS", PAID.replace("\"SUCCESS\"", "\"REFUND\""))))
                .isEqualTo(new Irrelevant("EV-1", "TRANSACTION.SUCCESS/REFUND"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"total\":\"2500\"}",
                "{\"total\":25.00}",
                "{\"total\":2.5e3}",
                "{\"total\":true}",
                "{\"total\":2500,\"currency\":\"RMB\"}",
                "{\"total\":2500,\"currency\":\"cny\"}",
                "{\"total\":2500,\"currency\":156}",
                "{\"total\":99999999999999999999}"
            })
    @DisplayName("B-33 what is no whole number of fen is a doubt and no amount")
    void amountUnreadable(String amount) {
        Genuine genuine = genuine("TRANSACTION.SUCCESS", PAID.replace("{\"total\":2500}", amount));
        assertThat(genuine.notice().amount()).isNull();
        assertThat(genuine.doubt()).isEqualTo(Doubt.AMOUNT_UNREADABLE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"total\":1}|0.01 CNY",
                "{\"total\":-2500}|-25.00 CNY",
                "{\"total\":2500,\"currency\":\"CNY\"}|25.00 CNY",
                "{\"total\":2500,\"currency\":\"JPY\"}|2500 JPY",
                "{\"total\":2500,\"currency\":\"HKD\"}|25.00 HKD",
                "{\"payer_total\":2500}|null",
                "[2500]|null",
            })
    @DisplayName(
            "B-33 the amount is the total in the currency's smallest unit, yuan if none is named; a negative one is readable")
    void amountRead(String amount, String read) {
        Genuine genuine = genuine("TRANSACTION.SUCCESS", PAID.replace("{\"total\":2500}", amount));
        assertThat(String.valueOf(genuine.notice().amount())).isEqualTo(read);
        assertThat(genuine.doubt()).isNull();
    }

    @Test
    @DisplayName("B-33 another merchant's or application's notification, or one that names none, is doubtful")
    void otherMerchant() {
        for (String other : List.of(
                PAID.replace(MCHID, "1900000002"),
                PAID.replace(APPID, "wx0000000000000002"),
                PAID.replace("\"mchid\"", "\"sp_mchid\""),
                PAID.replace("\"appid\"", "\"sp_appid\""))) {
            assertThat(genuine("TRANSACTION.SUCCESS", other).doubt()).as(other).isEqualTo(Doubt.MERCHANT);
        }
        assertThat(genuine("REFUND.SUCCESS", REFUND).doubt()).isNull();
        for (String other : List.of(
                REFUND.replace(MCHID, "1900000002"),
                REFUND.replace("\"mchid\"", "\"sp_mchid\""),
                REFUND.replace("{\"mchid\"", "{\"appid\":\"wx0000000000000002\",\"mchid\""))) {
            assertThat(genuine("REFUND.SUCCESS", other).doubt()).as(other).isEqualTo(Doubt.MERCHANT);
        }
    }

    @Test
    @DisplayName("the status counts for WeChat Pay: 204 if taken, never 200 with FAIL")
    void answers() {
        assertThat(verifier.acknowledgements().accepted()).hasToString("204 ");
        assertThat(verifier.acknowledgements().notVerified())
                .hasToString("401 {\"code\":\"FAIL\",\"message\":\"not verified\"}");
        assertThat(verifier.acknowledgements().sendAgain())
                .hasToString("503 {\"code\":\"FAIL\",\"message\":\"send it again\"}");
    }

    @Test
    @DisplayName("settings that are missing or malformed are named and not shown")
    void settings() {
        WechatPayKey key = new WechatPayKey(ID, PAIR.getPublic());
        for (String bad : List.of("", "short4711", API_V3_KEY + "x", API_V3_KEY.replace('0', ' '))) {
            assertThatThrownBy(() -> new WechatPaySettings(bad, MCHID, APPID, List.of(key)))
                    .hasMessageContaining("wechatpay.api-v3-key")
                    .message()
                    .doesNotContain("4711", "abcdef");
        }
        assertThatThrownBy(() -> new WechatPaySettings(API_V3_KEY, "", APPID, List.of(key)))
                .hasMessageContaining("wechatpay.mchid");
        assertThatThrownBy(() -> new WechatPaySettings(API_V3_KEY, MCHID, "", List.of(key)))
                .hasMessageContaining("wechatpay.appid");
        assertThatThrownBy(() -> new WechatPaySettings(API_V3_KEY, MCHID, APPID, List.of()))
                .hasMessageContaining("wechatpay.public-key is missing");
        assertThatThrownBy(() -> new WechatPaySettings(API_V3_KEY, MCHID, APPID, List.of(key, key)))
                .hasMessageContaining("wechatpay.public-key-id");
        assertThatThrownBy(() -> WechatPayKey.ofPublicKey("", RsaKeys.pem(PAIR.getPublic())))
                .hasMessageContaining("wechatpay.public-key-id");
        assertThatThrownBy(() -> WechatPayKey.ofPublicKey(ID, "x")).hasMessageContaining("wechatpay.public-key is no");
        assertThatThrownBy(() -> WechatPayKey.ofCertificate("x")).hasMessageContaining("wechatpay.certificate");
        assertThat(new WechatPaySettings(API_V3_KEY, MCHID, APPID, List.of(key)).toString())
                .contains(MCHID, ID)
                .doesNotContain(API_V3_KEY);
    }

    @Property(tries = 2000)
    @Label("whatever bytes and headers come, nothing is thrown and nothing is genuine")
    void anything(@ForAll byte[] body, @ForAll String time, @ForAll String nonce, @ForAll String signature) {
        for (String timestamp : List.of(time, Long.toString(NOW.getEpochSecond()))) {
            SignedCallback callback = new SignedCallback(
                    body,
                    Map.of(
                            "Wechatpay-Timestamp", timestamp,
                            "Wechatpay-Nonce", nonce,
                            "Wechatpay-Serial", ID,
                            "Wechatpay-Signature", signature));
            assertThat(verifier.verify(callback.request())).isInstanceOf(NotVerified.class);
        }
    }
}
