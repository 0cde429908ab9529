package io.onlyonce.callback.wechatpay;

import io.onlyonce.callback.provider.ProviderTexts;
import io.onlyonce.callback.provider.PublicKeys;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.Locale;

/**
 * One of WeChat Pay's keys and what {@code Wechatpay-Serial} calls it. There are two sorts, and both are in use while a merchant goes from one to the other. Immutable.
 *
 * @param serial a platform certificate's serial number in upper-case hex, or a public key's {@code PUB_KEY_ID_…}
 */
public record WechatPayKey(String serial, PublicKey key) {
    /**
     * A WeChat Pay public key, as the merchant platform gives it out.
     *
     * @param id {@code PUB_KEY_ID_…}
     * @throws IllegalArgumentException if there is no id or the key is none
     */
    public static WechatPayKey ofPublicKey(String id, String pem) {
        if (id.isBlank()) {
            throw new IllegalArgumentException(ProviderTexts.missing("wechatpay.public-key-id"));
        }
        return new WechatPayKey(id, PublicKeys.rsa("wechatpay.public-key", pem));
    }

    /**
     * A platform certificate. Its serial number is read from it.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static WechatPayKey ofCertificate(String pem) {
        X509Certificate certificate = PublicKeys.certificate("wechatpay.certificate", pem);
        return new WechatPayKey(
                certificate.getSerialNumber().toString(16).toUpperCase(Locale.ROOT), certificate.getPublicKey());
    }
}
