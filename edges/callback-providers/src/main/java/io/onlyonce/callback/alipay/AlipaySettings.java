package io.onlyonce.callback.alipay;

import io.onlyonce.callback.provider.ProviderTexts;
import io.onlyonce.callback.provider.PublicKeys;
import java.util.List;

/**
 * Who one is at Alipay, and Alipay's keys. Immutable.
 *
 * @param appId the application's number, {@code app_id}
 * @param sellerId the number of the account that is paid, {@code seller_id} (2088…)
 * @param publicKeys Alipay's (not the application's own) RSA2 keys as PEM, as bare Base64 or as certificate; several while they are changed
 */
public record AlipaySettings(String appId, String sellerId, List<String> publicKeys) {
    private static final String PUBLIC_KEY = "alipay.public-key";

    /**
     * @throws IllegalArgumentException if something is missing or a key is none
     */
    public AlipaySettings {
        if (appId.isBlank()) {
            throw new IllegalArgumentException(ProviderTexts.missing("alipay.app-id"));
        }
        if (sellerId.isBlank()) {
            throw new IllegalArgumentException(ProviderTexts.missing("alipay.seller-id"));
        }
        publicKeys = List.copyOf(publicKeys);
        if (publicKeys.isEmpty()) {
            throw new IllegalArgumentException(ProviderTexts.missing(PUBLIC_KEY));
        }
        publicKeys.forEach(key -> PublicKeys.rsa(PUBLIC_KEY, key));
    }

    /** The keys as Alipay's library takes them. */
    List<AlipayKey> keys() {
        return publicKeys.stream()
                .map(key -> new AlipayKey(PublicKeys.rsa(PUBLIC_KEY, key)))
                .toList();
    }
}
