package io.onlyonce.shop.callback;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * What stands in for a real provider's keys while the shop is developed: secrets that everybody knows, and RSA keys that are made at each start, of which only this
 * process knows the private half. They are printed once, and refused where {@code shop.production=true}.
 */
@Component
public class DevelopmentKeys {
    private static final Logger LOG = LoggerFactory.getLogger(DevelopmentKeys.class);
    private static final int BITS = 2048;
    private static final String STANDARD = "shop.callback.standard.secret";
    private static final String STRIPE = "shop.callback.stripe.secret";
    private static final String WECHATPAY = "shop.callback.wechatpay.api-v3-key";
    private static final String WECHATPAY_PUBLIC = "shop.callback.wechatpay.public-key";
    private static final String ALIPAY_PUBLIC = "shop.callback.alipay.public-key";

    private final KeyPair wechatpay = pair();
    private final KeyPair alipay = pair();

    DevelopmentKeys(CallbackProperties properties, @Value("${shop.production:false}") boolean production) {
        List<String> left = leftAtTheirDefaults(properties);
        if (production && !left.isEmpty()) {
            throw new IllegalStateException(
                    "shop.production is true, but these settings still have their defaults for development, which everybody knows: "
                            + String.join(", ", left) + ". Set each to what the provider's console shows.");
        }
        print(left);
    }

    private void print(List<String> left) {
        Map<String, String> known = Map.of(
                STANDARD,
                CallbackProperties.STANDARD_SECRET,
                STRIPE,
                CallbackProperties.STRIPE_SECRET,
                WECHATPAY,
                CallbackProperties.API_V3_KEY,
                WECHATPAY_PUBLIC,
                "\n" + pem(wechatpay),
                ALIPAY_PUBLIC,
                "\n" + pem(alipay),
                "shop.callback.wechatpay.mchid",
                CallbackProperties.MCHID,
                "shop.callback.wechatpay.appid",
                CallbackProperties.APPID,
                "shop.callback.alipay.app-id",
                CallbackProperties.APP_ID,
                "shop.callback.alipay.seller-id",
                CallbackProperties.SELLER_ID);
        left.forEach(setting -> LOG.info("For development: {}={}", setting, known.get(setting)));
    }

    private static List<String> leftAtTheirDefaults(CallbackProperties properties) {
        Map<String, Boolean> isDefault = new LinkedHashMap<>();
        isDefault.put(STANDARD, properties.standard().secret().equals(CallbackProperties.STANDARD_SECRET));
        isDefault.put(STRIPE, properties.stripe().secret().equals(CallbackProperties.STRIPE_SECRET));
        isDefault.put(WECHATPAY, properties.wechatpay().apiV3Key().equals(CallbackProperties.API_V3_KEY));
        isDefault.put(WECHATPAY_PUBLIC, properties.wechatpay().publicKey() == null);
        isDefault.put(ALIPAY_PUBLIC, properties.alipay().publicKey() == null);
        isDefault.put(
                "shop.callback.wechatpay.mchid", properties.wechatpay().mchid().equals(CallbackProperties.MCHID));
        isDefault.put(
                "shop.callback.wechatpay.appid", properties.wechatpay().appid().equals(CallbackProperties.APPID));
        isDefault.put("shop.callback.alipay.app-id", properties.alipay().appId().equals(CallbackProperties.APP_ID));
        isDefault.put(
                "shop.callback.alipay.seller-id", properties.alipay().sellerId().equals(CallbackProperties.SELLER_ID));
        return isDefault.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** WeChat Pay's public key, PEM. */
    String wechatpayPublicKey() {
        return pem(wechatpay);
    }

    /** Alipay's public key, PEM. */
    String alipayPublicKey() {
        return pem(alipay);
    }

    /** What the simulated WeChat Pay signs with. */
    public PrivateKey wechatpayPrivateKey() {
        return wechatpay.getPrivate();
    }

    /** What the simulated Alipay signs with. */
    public PrivateKey alipayPrivateKey() {
        return alipay.getPrivate();
    }

    private static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has RSA; this one does not.", e);
        }
    }

    private static String pem(KeyPair pair) {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(pair.getPublic().getEncoded());
        return "-----BEGIN PUBLIC KEY-----\n" + base64 + "\n-----END PUBLIC KEY-----";
    }
}
