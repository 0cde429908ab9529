package io.onlyonce.callback.alipay;

import static io.onlyonce.callback.alipay.AlipaySender.APP;
import static io.onlyonce.callback.alipay.AlipaySender.SELLER;
import static io.onlyonce.callback.alipay.AlipaySender.form;
import static io.onlyonce.callback.alipay.AlipaySender.notice;
import static io.onlyonce.callback.alipay.AlipaySender.send;
import static io.onlyonce.callback.alipay.AlipaySender.sign;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alipay.api.internal.util.AlipaySignature;
import io.onlyonce.callback.Doubt;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Genuine;
import io.onlyonce.callback.Verification.Irrelevant;
import io.onlyonce.callback.Verification.NotVerified;
import io.onlyonce.callback.Verification.Reason;
import io.onlyonce.callback.provider.RsaKeys;
import io.onlyonce.testkit.contract.SignedCallback;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
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

class AlipayVerifierTest {
    private static final KeyPair PAIR = RsaKeys.pair(2048);

    private final AlipayVerifier verifier =
            new AlipayVerifier(new AlipaySettings(APP, SELLER, List.of(RsaKeys.pem(PAIR.getPublic()))));

    private Verification verify(SignedCallback callback) {
        return verifier.verify(callback.request());
    }

    private Verification verify(Map<String, String> notice) {
        return verify(send(notice, PAIR.getPrivate()));
    }

    private Genuine genuine(String... changes) {
        return (Genuine) verify(changed(changes));
    }

    private static Map<String, String> changed(String... changes) {
        Map<String, String> notice = notice();
        for (int i = 0; i < changes.length; i += 2) {
            if (changes[i + 1] == null) {
                notice.remove(changes[i]);
            } else {
                notice.put(changes[i], changes[i + 1]);
            }
        }
        return notice;
    }

    private static Reason reason(Verification verification) {
        return ((NotVerified) verification).reason();
    }

    @Test
    @DisplayName(
            "what is signed is each parameter but sign, sign_type and empty ones, sorted, decoded and not encoded again")
    void canonicalText() {
        String canonical = "app_id=" + APP + "&charset=utf-8&notify_id=n1&notify_type=trade_status_sync&out_trade_no=P1"
                + "&seller_id=" + SELLER + "&subject=红茶 & 绿茶&total_amount=25.00&trade_no=t1&trade_status=TRADE_SUCCESS";
        Map<String, String> notice = new LinkedHashMap<>();
        notice.put("sign", RsaKeys.sign(PAIR.getPrivate(), canonical));
        notice.put("sign_type", "RSA2");
        notice.put("trade_status", "TRADE_SUCCESS");
        notice.put("trade_no", "t1");
        notice.put("passback_params", "");
        notice.put("total_amount", "25.00");
        notice.put("subject", "红茶 & 绿茶");
        notice.put("seller_id", SELLER);
        notice.put("out_trade_no", "P1");
        notice.put("notify_type", "trade_status_sync");
        notice.put("notify_id", "n1");
        notice.put("charset", "utf-8");
        notice.put("app_id", APP);
        assertThat(verify(form(notice))).isInstanceOf(Genuine.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf-8", "UTF-8", "GBK", "gbk", "GB2312", "gb18030"})
    @DisplayName("the form is read in the charset that it declares itself")
    void charset(String charset) {
        assertThat(verify(changed("charset", charset))).isInstanceOf(Genuine.class);
    }

    @Test
    @DisplayName(
            "a form that declares none is UTF-8; one that Alipay does not use, and bytes that are none in it, are refused")
    void otherCharset() {
        assertThat(genuine("charset", null).doubt()).isNull();
        assertThat(reason(verify(changed("charset", "utf-16")))).isEqualTo(Reason.MALFORMED);
        assertThat(reason(verify(changed("charset", "iso-8859-1")))).isEqualTo(Reason.MALFORMED);
        SignedCallback gbk = send(changed("charset", "GBK"), PAIR.getPrivate());
        String lied = new String(gbk.body(), StandardCharsets.US_ASCII).replace("charset=GBK", "charset=utf-8");
        assertThat(reason(verify(gbk.withBody(lied.getBytes(StandardCharsets.US_ASCII)))))
                .isEqualTo(Reason.MALFORMED);
    }

    @Test
    @DisplayName("a parameter that nobody here knows is signed like the others")
    void unknownParameter() {
        Map<String, String> notice = changed("discount_goods_detail", "[{\"goods_id\":\"1\"}]");
        assertThat(verify(notice)).isInstanceOf(Genuine.class);
        String signature = sign(notice, PAIR.getPrivate());
        notice.remove("discount_goods_detail");
        notice.put("sign_type", "RSA2");
        notice.put("sign", signature);
        assertThat(reason(verify(form(notice)))).isEqualTo(Reason.SIGNATURE);
    }

    @Test
    @DisplayName("a signature of SHA-1 is refused, under its own name and under RSA2's")
    void sha1() {
        Map<String, String> notice = notice();
        notice.put("passback_params", "x");
        String content = AlipaySignature.getSignContent(notice);
        notice.put("sign", RsaKeys.sign("SHA1withRSA", PAIR.getPrivate(), content));
        notice.put("sign_type", "RSA");
        assertThat(reason(verify(form(notice)))).isEqualTo(Reason.MALFORMED);
        notice.put("sign_type", "RSA2");
        assertThat(reason(verify(form(notice)))).isEqualTo(Reason.SIGNATURE);
        notice.put("sign", RsaKeys.sign(PAIR.getPrivate(), content));
        assertThat(verify(form(notice))).isInstanceOf(Genuine.class);
        notice.remove("sign_type");
        assertThat(reason(verify(form(notice)))).isEqualTo(Reason.MALFORMED);
    }

    @Test
    @DisplayName("a signature with something in it that no decoder looks at is refused")
    void otherSpelling() {
        Map<String, String> notice = notice();
        String signature = sign(notice, PAIR.getPrivate());
        notice.put("sign_type", "RSA2");
        List<UnaryOperator<String>> spellings = List.of(
                text -> text + " ",
                text -> text.substring(0, 8) + "\n" + text.substring(8),
                text -> text.substring(0, 8) + "!" + text.substring(8),
                text -> text.replace("=", ""),
                text -> text + "AAAA");
        for (UnaryOperator<String> spelling : spellings) {
            notice.put("sign", spelling.apply(signature));
            assertThat(reason(verify(form(notice)))).isEqualTo(Reason.SIGNATURE);
        }
        notice.put("sign", signature);
        assertThat(verify(form(notice))).isInstanceOf(Genuine.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "&total_amount=0.01",
                "&subject=x",
                "&sign_type=RSA2",
                "&total%5Famount=0.01",
                "&",
                "&=1",
                "&x",
                "&x=%",
                "&x=%G0",
                "&x=%8"
            })
    @DisplayName("a form with a parameter twice, without a name or with a broken escape is refused")
    void brokenForm(String more) {
        SignedCallback callback = send(notice(), PAIR.getPrivate());
        String body = new String(callback.body(), StandardCharsets.US_ASCII) + more;
        assertThat(reason(verify(callback.withBody(body.getBytes(StandardCharsets.US_ASCII)))))
                .isEqualTo(Reason.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"refund_fee=", "gmt_refund=+", "gmt_refund=%E3%80%80", "out_biz_no=", "refund_fee=%09"})
    @DisplayName("blank parameters are not signed, so anybody can add them; they say nothing")
    void blankParameters(String blank) {
        SignedCallback callback = send(notice(), PAIR.getPrivate());
        String body = new String(callback.body(), StandardCharsets.US_ASCII) + "&" + blank;
        assertThat(verify(callback.withBody(body.getBytes(StandardCharsets.US_ASCII))))
                .isEqualTo(verify(notice()))
                .isInstanceOf(Genuine.class);
    }

    @Test
    @DisplayName("B-33 a title that reads like parameters can't be sent again as parameters")
    void twoReadings() {
        // what a buyer would have to get into the title, so that 9999.00 stands in the signed text by itself
        Map<String, String> title = changed("subject", "x&total_amount=9999.00&total_amounu=", "total_amount", "0.01");
        String signature = sign(title, PAIR.getPrivate());
        Map<String, String> forged = changed("subject", "x", "total_amount", "9999.00");
        forged.put("total_amounu", "&total_amount=0.01");
        assertThat(sign(forged, PAIR.getPrivate())).as("the same signature").isEqualTo(signature);
        assertThat(reason(verify(forged))).isEqualTo(Reason.CONTENT);
        assertThat(reason(verify(title))).isEqualTo(Reason.CONTENT);
        Map<String, String> hidden = changed("receipt_amount", "25.00&refund_fee=5.00");
        assertThat(reason(verify(hidden))).isEqualTo(Reason.CONTENT);
        Map<String, String> inName = changed("receipt_amount=25.00&refund_fee", "5.00");
        assertThat(reason(verify(inName))).isEqualTo(Reason.CONTENT);
        Map<String, String> inNameBehindALineBreak = changed("x\n&total_amount=1.00&trade_no", "T1");
        assertThat(reason(verify(inNameBehindALineBreak))).isEqualTo(Reason.CONTENT);
    }

    @ParameterizedTest
    @CsvSource({"WAIT_BUYER_PAY,PENDING", "TRADE_SUCCESS,PAID", "TRADE_FINISHED,PAID", "TRADE_CLOSED,CLOSED"})
    @DisplayName("without a refund's parameters the status says what has happened")
    void states(String status, NoticeKind kind) {
        PaymentNotice notice = genuine("trade_status", status).notice();
        assertThat(notice.kind()).isEqualTo(kind);
        assertThat(notice.amount()).hasToString("25.00 CNY");
        assertThat(notice.refundedInAll()).isNull();
        assertThat(notice.refundId()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRADE_SUCCESS", "TRADE_FINISHED", "TRADE_CLOSED"})
    @DisplayName("with a refund's parameters it is a refund, whatever the status says")
    void refund(String status) {
        PaymentNotice notice = genuine(
                        "trade_status",
                        status,
                        "refund_fee",
                        "5.00",
                        "gmt_refund",
                        "2026-03-01 20:10:00.320",
                        "out_biz_no",
                        "R1")
                .notice();
        assertThat(notice.kind()).isEqualTo(NoticeKind.REFUNDED);
        assertThat(notice.amount()).isNull();
        assertThat(notice.refundedInAll()).hasToString("5.00 CNY");
        assertThat(notice.refundId()).isEqualTo("R1");
        assertThat(notice.transactionId()).isEqualTo("2026030122001");
        assertThat(notice.occurredAt()).isEqualTo(Instant.parse("2026-03-01T12:10:00.320Z"));
    }

    @Test
    @DisplayName(
            "a refund without a number of its own is named by the trade and the sum; a fee of nothing is no refund")
    void refundWithoutNumber() {
        assertThat(genuine("refund_fee", "5").notice().refundId()).isEqualTo("2026030122001/5.00");
        assertThat(genuine("gmt_refund", "2026-03-01 20:10:00").notice().kind()).isEqualTo(NoticeKind.REFUNDED);
        assertThat(genuine("refund_fee", "0.00").notice().kind()).isEqualTo(NoticeKind.PAID);
        Genuine unreadable = genuine("refund_fee", "5e0");
        assertThat(unreadable.notice().kind()).isEqualTo(NoticeKind.REFUNDED);
        assertThat(unreadable.notice().refundId()).isNull();
        assertThat(unreadable.doubt()).isEqualTo(Doubt.AMOUNT_UNREADABLE);
    }

    @Test
    @DisplayName("when it happened is China's time")
    void occurredAt() {
        assertThat(genuine().notice().occurredAt()).isEqualTo(Instant.parse("2026-03-01T11:59:58Z"));
        assertThat(genuine("gmt_payment", "soon").notice().occurredAt()).isNull();
        assertThat(genuine("trade_status", "TRADE_CLOSED", "gmt_close", "2026-03-02 08:00:00")
                        .notice()
                        .occurredAt())
                .isEqualTo(Instant.parse("2026-03-02T00:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e2", "+25.00", "025.00", "25.001", " 25.00", "25,00", "￥25", "２５"})
    @DisplayName("B-33 what is no plain amount is a doubt and no amount")
    void amountUnreadable(String amount) {
        Genuine genuine = genuine("total_amount", amount);
        assertThat(genuine.notice().amount()).isNull();
        assertThat(genuine.doubt()).isEqualTo(Doubt.AMOUNT_UNREADABLE);
    }

    @Test
    @DisplayName("B-33 a negative amount is readable, and told as what it is; none is none")
    void negative() {
        assertThat(genuine("total_amount", "-25.00").notice().amount()).hasToString("-25.00 CNY");
        assertThat(genuine("total_amount", "2500").notice().amount()).hasToString("2500.00 CNY");
        assertThat(genuine("total_amount", null).notice().amount()).isNull();
    }

    @Test
    @DisplayName("B-33 another application's or seller's notice, or one that names none, is doubtful")
    void otherMerchant() {
        assertThat(genuine("app_id", "2021000100000002").doubt()).isEqualTo(Doubt.MERCHANT);
        assertThat(genuine("app_id", null).doubt()).isEqualTo(Doubt.MERCHANT);
        assertThat(genuine("seller_id", "2088000000000002").doubt()).isEqualTo(Doubt.MERCHANT);
        assertThat(genuine("seller_id", "").doubt()).isEqualTo(Doubt.MERCHANT);
        assertThat(genuine("seller_id", SELLER + " ").doubt()).isEqualTo(Doubt.MERCHANT);
        assertThat(genuine("seller_id", "", "total_amount", "x").doubt()).isEqualTo(Doubt.MERCHANT);
    }

    @Test
    @DisplayName("a notice of something else is irrelevant")
    void irrelevant() {
        assertThat(verify(changed("notify_type", "open_app_auth_notify")))
                .isEqualTo(new Irrelevant("n1", "open_app_auth_notify"));
        assertThat(verify(changed("trade_status", "TRADE_PENDING"))).isEqualTo(new Irrelevant("n1", "TRADE_PENDING"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"notify_id", "notify_type", "out_trade_no", "trade_status"})
    @DisplayName("what is signed and lacks what must be there is not verified, by its content")
    void content(String name) {
        assertThat(reason(verify(changed(name, null)))).isEqualTo(Reason.CONTENT);
        assertThat(reason(verify(changed("out_trade_no", "订单")))).isEqualTo(Reason.CONTENT);
    }

    @Test
    @DisplayName("taken is answered by the seven letters success, all else by failure")
    void answers() {
        assertThat(verifier.acknowledgements().accepted().body())
                .isEqualTo(new byte[] {'s', 'u', 'c', 'c', 'e', 's', 's'});
        assertThat(verifier.acknowledgements().accepted()).hasToString("200 success");
        assertThat(verifier.acknowledgements().notVerified()).hasToString("200 failure");
        assertThat(verifier.acknowledgements().sendAgain()).hasToString("200 failure");
    }

    @Test
    @DisplayName(
            "a key may be PEM or the bare Base64 that the console shows; a private or a short one is refused and not shown")
    void keys() {
        String bare = Base64.getEncoder().encodeToString(PAIR.getPublic().getEncoded());
        AlipayVerifier other = new AlipayVerifier(new AlipaySettings(APP, SELLER, List.of(bare)));
        assertThat(other.verify(send(notice(), PAIR.getPrivate()).request())).isInstanceOf(Genuine.class);
        String secret = Base64.getEncoder().encodeToString(PAIR.getPrivate().getEncoded());
        for (String bad : List.of(
                "",
                "x",
                secret,
                "-----BEGIN PRIVATE KEY-----\n" + secret + "\n-----END PRIVATE KEY-----",
                RsaKeys.pem(RsaKeys.pair(1024).getPublic()))) {
            assertThatThrownBy(() -> new AlipaySettings(APP, SELLER, List.of(bad)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasNoCause()
                    .hasMessageContaining("alipay.public-key is no RSA public key")
                    .message()
                    .doesNotContain(secret.substring(0, 16));
        }
    }

    @Test
    @DisplayName("settings that are missing are named")
    void missing() {
        String key = RsaKeys.pem(PAIR.getPublic());
        assertThatThrownBy(() -> new AlipaySettings(" ", SELLER, List.of(key))).hasMessageContaining("alipay.app-id");
        assertThatThrownBy(() -> new AlipaySettings(APP, "", List.of(key))).hasMessageContaining("alipay.seller-id");
        assertThatThrownBy(() -> new AlipaySettings(APP, SELLER, List.of()))
                .hasMessageContaining("alipay.public-key is missing");
    }

    @Property(tries = 2000)
    @Label("whatever bytes come, nothing is thrown and nothing is genuine")
    void anyBytes(@ForAll byte[] body) {
        assertThat(verify(new SignedCallback(body, Map.of()))).isInstanceOf(NotVerified.class);
    }

    @Property(tries = 500)
    @Label("whatever parameters come under a signature of others, nothing is thrown and nothing is genuine")
    void anyParameters(@ForAll String name, @ForAll String value, @ForAll String signature) {
        Map<String, String> notice = notice();
        notice.put("x" + name, "x" + value);
        notice.put("sign_type", "RSA2");
        notice.put("sign", signature);
        assertThat(verify(form(notice))).isInstanceOf(NotVerified.class);
        notice.put("sign", sign(notice(), PAIR.getPrivate()));
        assertThat(verify(form(notice))).isInstanceOf(NotVerified.class);
    }
}
