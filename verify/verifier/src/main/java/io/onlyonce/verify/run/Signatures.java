package io.onlyonce.verify.run;

import io.onlyonce.verify.plan.Signing;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs callbacks as providers do. */
final class Signatures {
    private static final String PREFIX = "whsec_";

    private Signatures() {}

    /**
     * The headers that go with a body.
     *
     * @param id the notification's number
     * @param seconds the time of the delivery, since 1970
     */
    static Map<String, String> headers(Signing signing, String id, long seconds, String body) {
        return switch (signing.scheme()) {
            case STANDARD_WEBHOOKS -> {
                String secret = signing.secret();
                byte[] key = Base64.getDecoder()
                        .decode(secret.startsWith(PREFIX) ? secret.substring(PREFIX.length()) : secret);
                yield Map.of(
                        "webhook-id",
                        id,
                        "webhook-timestamp",
                        Long.toString(seconds),
                        "webhook-signature",
                        "v1," + Base64.getEncoder().encodeToString(hmac(key, id + "." + seconds + "." + body)));
            }
            case STRIPE ->
                Map.of(
                        "Stripe-Signature",
                        "t=" + seconds + ",v1="
                                + hex(hmac(signing.secret().getBytes(StandardCharsets.UTF_8), seconds + "." + body)));
            case HMAC_SHA256 ->
                Map.of(signing.header(), hex(hmac(signing.secret().getBytes(StandardCharsets.UTF_8), body)));
        };
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has HmacSHA256.", e);
        }
    }
}
