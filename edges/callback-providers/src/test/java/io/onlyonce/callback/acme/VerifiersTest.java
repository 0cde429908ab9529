package io.onlyonce.callback.acme;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.provider.RsaKeys;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifiersTest {
    @Test
    @DisplayName("the four verifiers of the documentation are made from secrets and files")
    void made(@TempDir Path folder) throws Exception {
        String key = RsaKeys.pem(RsaKeys.pair(2048).getPublic());
        Files.writeString(folder.resolve("wechatpay-public-key.pem"), key);
        Files.writeString(folder.resolve("alipay-public-key.pem"), key);
        try (InputStream certificate = Objects.requireNonNull(
                getClass().getResourceAsStream("/io/onlyonce/callback/wechatpay/published-certificate.pem"))) {
            Files.copy(certificate, folder.resolve("wechatpay-certificate.pem"));
        }
        Map<String, String> secrets = Map.of(
                "standard", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "stripe", "whsec_4711471147114711",
                "wechatpay", "0123456789abcdef0123456789ABCDEF");
        assertThat(Verifiers.of(secrets, folder))
                .extracting(CallbackVerifier::channel)
                .containsExactly("standard", "stripe", "wechatpay", "alipay");
    }
}
