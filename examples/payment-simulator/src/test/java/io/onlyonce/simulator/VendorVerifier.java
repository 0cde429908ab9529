package io.onlyonce.simulator;

import com.alipay.api.AlipayApiException;
import com.alipay.api.internal.util.AlipaySignature;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.stripe.exception.SignatureVerificationException;
import com.wechat.pay.java.core.exception.ValidationException;
import com.wechat.pay.java.core.notification.NotificationParser;
import com.wechat.pay.java.core.notification.RSAPublicKeyNotificationConfig;
import com.wechat.pay.java.core.notification.RequestParam;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The providers' own libraries, with the keys of {@link Keys}. */
final class VendorVerifier {
    private static final NotificationParser WECHATPAY =
            new NotificationParser(new RSAPublicKeyNotificationConfig.Builder()
                    .publicKey(Keys.WECHATPAY.getPublic())
                    .publicKeyId(Keys.WECHATPAY_KEY_ID)
                    .apiV3Key(Keys.WECHATPAY_MERCHANT.apiV3Key())
                    .build());
    private static final String ALIPAY_KEY =
            Base64.getEncoder().encodeToString(Keys.ALIPAY.getPublic().getEncoded());

    private VendorVerifier() {}

    static boolean accepts(Channel channel, SignedCallback callback) {
        try {
            switch (channel) {
                case STANDARD -> standard(callback);
                case STRIPE -> stripe(callback);
                case WECHATPAY -> wechatPay(callback, Object.class);
                case ALIPAY -> {
                    return alipay(callback);
                }
            }
            return true;
        } catch (WebhookVerificationException
                | SignatureVerificationException
                | ValidationException
                | AlipayApiException e) {
            return false;
        }
    }

    static void standard(SignedCallback callback) throws WebhookVerificationException {
        Map<String, List<String>> headers = new TreeMap<>();
        callback.headers().forEach((name, value) -> headers.put(name, new ArrayList<>(List.of(value))));
        new Webhook(Keys.STANDARD_SECRET).verify(callback.text(), headers);
    }

    static com.stripe.model.Event stripe(SignedCallback callback) throws SignatureVerificationException {
        return com.stripe.net.Webhook.constructEvent(
                callback.text(), Delivered.header(callback, "Stripe-Signature"), Keys.STRIPE_SECRET);
    }

    static <T> T wechatPay(SignedCallback callback, Class<T> type) {
        return WECHATPAY.parse(
                new RequestParam.Builder()
                        .serialNumber(Delivered.header(callback, "Wechatpay-Serial"))
                        .nonce(Delivered.header(callback, "Wechatpay-Nonce"))
                        .signature(Delivered.header(callback, "Wechatpay-Signature"))
                        .timestamp(Delivered.header(callback, "Wechatpay-Timestamp"))
                        .signType(Delivered.header(callback, "Wechatpay-Signature-Type"))
                        .body(callback.text())
                        .build(),
                type);
    }

    static boolean alipay(SignedCallback callback) throws AlipayApiException {
        return AlipaySignature.rsaCheckV1(form(callback), ALIPAY_KEY, "utf-8", "RSA2");
    }

    static Map<String, String> form(SignedCallback callback) {
        Map<String, String> fields = new TreeMap<>();
        Arrays.stream(callback.text().split("&"))
                .map(field -> field.split("=", 2))
                .forEach(field -> fields.put(field[0], URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
        return fields;
    }
}
