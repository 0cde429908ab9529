package io.onlyonce.callback.acme;

import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.alipay.AlipaySettings;
import io.onlyonce.callback.alipay.AlipayVerifier;
import io.onlyonce.callback.provider.TimestampWindow;
import io.onlyonce.callback.standard.StandardWebhooksVerifier;
import io.onlyonce.callback.stripe.StripeSettings;
import io.onlyonce.callback.stripe.StripeVerifier;
import io.onlyonce.callback.wechatpay.WechatPayKey;
import io.onlyonce.callback.wechatpay.WechatPaySettings;
import io.onlyonce.callback.wechatpay.WechatPayVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** All four, as docs/callbacks.md shows it. */
final class Verifiers {
    private Verifiers() {}

    static List<CallbackVerifier> of(Map<String, String> secrets, Path folder) throws IOException {
        TimestampWindow window = TimestampWindow.of(Clock.systemUTC());
        return List.of(
                new StandardWebhooksVerifier(List.of(secrets.get("standard")), window),
                new StripeVerifier(new StripeSettings(List.of(secrets.get("stripe")), true), window),
                new WechatPayVerifier(
                        new WechatPaySettings(
                                secrets.get("wechatpay"),
                                "1900000001",
                                "wx0000000000000001",
                                List.of(
                                        WechatPayKey.ofPublicKey(
                                                "PUB_KEY_ID_0119000000012026030100000000000001",
                                                Files.readString(folder.resolve("wechatpay-public-key.pem"))),
                                        WechatPayKey.ofCertificate(
                                                Files.readString(folder.resolve("wechatpay-certificate.pem"))))),
                        window),
                new AlipayVerifier(new AlipaySettings(
                        "2021000100000001",
                        "2088000000000001",
                        List.of(Files.readString(folder.resolve("alipay-public-key.pem"))))));
    }
}
