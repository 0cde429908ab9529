package io.onlyonce.shop.harness;

import io.onlyonce.simulator.AlipayMerchant;
import io.onlyonce.simulator.AlipaySigner;
import io.onlyonce.simulator.CallbackSigner;
import io.onlyonce.simulator.Channel;
import io.onlyonce.simulator.Notice;
import io.onlyonce.simulator.PaymentSimulator;
import io.onlyonce.simulator.SignedCallback;
import io.onlyonce.simulator.StandardSigner;
import io.onlyonce.simulator.StripeSigner;
import io.onlyonce.simulator.WechatPayMerchant;
import io.onlyonce.simulator.WechatPaySigner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The providers outside of any shop, with keys of their own: what several instances, or a shop in another process, are told. Thread-safe. */
public final class ProviderSide {
    private static final String STANDARD = "whsec_" + base64("the secret of one test, 32 bytes");
    private static final String STRIPE = "whsec_the_secret_of_one_test";
    private static final WechatPayMerchant WECHATPAY =
            new WechatPayMerchant("1900009999", "wx0000000000009999", "the-api-v3-key-of-one-test-32-ch");
    private static final AlipayMerchant ALIPAY = new AlipayMerchant("2021000000009999", "2088000000009999");
    private static final String KEY_ID = "PUB_KEY_ID_9999";

    private final KeyPair wechatpay = pair();
    private final KeyPair alipay = pair();
    private final PaymentSimulator simulator = new PaymentSimulator(Clock.systemUTC());
    private final Map<Channel, CallbackSigner> signers = new EnumMap<>(Channel.class);

    public ProviderSide() {
        signers.put(Channel.STANDARD, new StandardSigner(StandardSigner.v1(STANDARD)));
        signers.put(Channel.STRIPE, new StripeSigner(STRIPE));
        signers.put(Channel.WECHATPAY, new WechatPaySigner(WECHATPAY, wechatpay.getPrivate(), KEY_ID));
        signers.put(Channel.ALIPAY, new AlipaySigner(ALIPAY, alipay.getPrivate()));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** What a shop must be told to take these providers' callbacks, as {@code name=value}. */
    public List<String> settings() {
        String prefix = "shop.callback.";
        return List.of(
                prefix + "standard.secret=" + STANDARD,
                prefix + "stripe.secret=" + STRIPE,
                prefix + "wechatpay.mchid=" + WECHATPAY.mchid(),
                prefix + "wechatpay.appid=" + WECHATPAY.appid(),
                prefix + "wechatpay.api-v3-key=" + WECHATPAY.apiV3Key(),
                prefix + "wechatpay.public-key=" + file(wechatpay),
                prefix + "wechatpay.public-key-id=" + KEY_ID,
                prefix + "alipay.app-id=" + ALIPAY.appId(),
                prefix + "alipay.seller-id=" + ALIPAY.sellerId(),
                prefix + "alipay.public-key=" + file(alipay));
    }

    /** Lets the buyer pay, and gives the notice of it. */
    public Notice paid(Channel channel, String paymentNo, String amount) {
        simulator.open(channel, paymentNo, new BigDecimal(amount));
        return simulator.pay(paymentNo);
    }

    /** A delivery of the notice, signed now. */
    public SignedCallback signed(Notice notice) {
        return signers.get(notice.channel()).sign(notice, Instant.now());
    }

    private static String file(KeyPair pair) {
        try {
            Path file = Files.createTempFile("public-key", ".pem");
            file.toFile().deleteOnExit();
            Files.writeString(
                    file,
                    "-----BEGIN PUBLIC KEY-----\n"
                            + Base64.getMimeEncoder()
                                    .encodeToString(pair.getPublic().getEncoded())
                            + "\n-----END PUBLIC KEY-----\n");
            return file.toUri().toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has RSA; this one does not.", e);
        }
    }
}
