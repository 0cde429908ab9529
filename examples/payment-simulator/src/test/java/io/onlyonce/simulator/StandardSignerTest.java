package io.onlyonce.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StandardSignerTest {
    private static final Instant AT = Instant.ofEpochSecond(1_614_265_330);

    @Test
    @DisplayName("the published vector comes out")
    void vector() {
        StandardSigner signer = new StandardSigner(StandardSigner.v1("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));

        SignedCallback signed = signer.sign(
                "msg_p5jXN8AQM9LWM0D4loKWxJek", "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8), AT);

        assertThat(signed.headers())
                .containsEntry("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
                .containsEntry("webhook-timestamp", "1614265330")
                .containsEntry("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    @DisplayName("a payment's body is what the contract says, to the byte")
    void paymentBody() {
        Notice notice = Notices.of(Channel.STANDARD, NoticeKind.PAID);

        assertThat(Keys.STANDARD_SIGNER.sign(notice, AT).text())
                .isEqualTo("{\"type\":\"payment.succeeded\",\"data\":{\"paymentNo\":\"P2026-0001\",\"transactionId\":\""
                        + notice.payment().transactionId() + "\",\"amount\":\"25.00\",\"currency\":\"CNY\"}}");
    }

    @Test
    @DisplayName("a refund's body names the refund and its own amount")
    void refundBody() {
        Notice notice = Notices.of(Channel.STANDARD, NoticeKind.REFUNDED);

        assertThat(Keys.STANDARD_SIGNER.sign(notice, AT).text())
                .isEqualTo("{\"type\":\"refund.succeeded\",\"data\":{\"paymentNo\":\"P2026-0001\",\"transactionId\":\""
                        + notice.payment().transactionId() + "\",\"refundId\":\""
                        + notice.itsRefund().refundId() + "\",\"amount\":\"10.00\",\"currency\":\"CNY\"}}");
    }

    @Test
    @DisplayName("while keys change there is one signature per key, HMAC and Ed25519 side by side")
    void severalKeys() throws GeneralSecurityException {
        KeyPair pair = Keys.pair("Ed25519");
        StandardSigner signer = new StandardSigner(
                StandardSigner.v1a(pair.getPrivate()),
                StandardSigner.v1("whsec_" + Keys.random(24)),
                StandardSigner.v1(Keys.STANDARD_SECRET));

        SignedCallback signed = signer.sign("msg_1", "{}".getBytes(StandardCharsets.UTF_8), Instant.now());
        String[] signatures = signed.headers().get("webhook-signature").split(" ");

        assertThat(VendorVerifier.accepts(Channel.STANDARD, signed)).isTrue();
        assertThat(signatures).hasSize(3);
        assertThat(signatures[0]).startsWith("v1a,");
        Signature ed25519 = Signature.getInstance("Ed25519");
        ed25519.initVerify(pair.getPublic());
        String content = "msg_1." + signed.headers().get("webhook-timestamp") + ".{}";
        ed25519.update(content.getBytes(StandardCharsets.UTF_8));
        assertThat(ed25519.verify(Base64.getDecoder().decode(signatures[0].substring("v1a,".length()))))
                .isTrue();
    }

    @Test
    @DisplayName("a secret in another form and a signer without a key are refused")
    void unusable() {
        assertThatThrownBy(() -> StandardSigner.v1("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("whsec_");
        assertThatThrownBy(StandardSigner::new)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs a key");
    }
}
