package io.onlyonce.simulator;

import java.nio.charset.StandardCharsets;

/**
 * The merchant whom WeChat Pay notifies. Immutable.
 *
 * @param mchid the merchant's number
 * @param appid the application's
 * @param apiV3Key the merchant's API v3 key, 32 bytes as text: notices are encrypted with it
 */
public record WechatPayMerchant(String mchid, String appid, String apiV3Key) {
    private static final int KEY_BYTES = 32;

    /**
     * @throws IllegalArgumentException if the key has another length
     */
    public WechatPayMerchant {
        int length = apiV3Key.getBytes(StandardCharsets.UTF_8).length;
        if (length != KEY_BYTES) {
            throw new IllegalArgumentException(SimulatorTexts.apiV3Key(length));
        }
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "mchid " + mchid + ", appid " + appid;
    }
}
