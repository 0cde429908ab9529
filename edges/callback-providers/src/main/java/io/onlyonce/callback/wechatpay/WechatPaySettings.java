package io.onlyonce.callback.wechatpay;

import io.onlyonce.callback.provider.ProviderTexts;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Who one is at WeChat Pay, the key that notifications are encrypted with, and WeChat Pay's keys. Immutable; its text shows no secret.
 *
 * @param apiV3Key the 32 characters that were set in the merchant platform
 * @param mchid the merchant's number
 * @param appid of the application that the buyer paid in
 * @param keys one, or several while they are changed
 */
public record WechatPaySettings(String apiV3Key, String mchid, String appid, List<WechatPayKey> keys) {
    private static final int KEY_LENGTH = 32;

    /**
     * @throws IllegalArgumentException if something is missing or malformed
     */
    public WechatPaySettings {
        if (apiV3Key.length() != KEY_LENGTH || !apiV3Key.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw new IllegalArgumentException(ProviderTexts.malformed(
                    "wechatpay.api-v3-key", "exactly " + KEY_LENGTH + " printable characters without blanks."));
        }
        if (mchid.isBlank()) {
            throw new IllegalArgumentException(ProviderTexts.missing("wechatpay.mchid"));
        }
        if (appid.isBlank()) {
            throw new IllegalArgumentException(ProviderTexts.missing("wechatpay.appid"));
        }
        keys = List.copyOf(keys);
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(ProviderTexts.missing("wechatpay.public-key"));
        }
        if (keys.stream().map(WechatPayKey::serial).distinct().count() != keys.size()) {
            throw new IllegalArgumentException(
                    ProviderTexts.malformed("wechatpay.public-key-id", "each key has another one."));
        }
    }

    byte[] keyBytes() {
        return apiV3Key.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String toString() {
        return "merchant " + mchid + ", application " + appid + ", keys "
                + keys.stream().map(WechatPayKey::serial).toList();
    }
}
