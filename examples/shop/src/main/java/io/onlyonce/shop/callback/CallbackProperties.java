package io.onlyonce.shop.callback;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;

/**
 * What the providers' callbacks are verified with. All of it has a default for development, whose other half {@link DevelopmentKeys} knows; none of these is taken in
 * production.
 */
@ConfigurationProperties("shop.callback")
public record CallbackProperties(
        @DefaultValue Standard standard,
        @DefaultValue Stripe stripe,
        @DefaultValue Wechatpay wechatpay,
        @DefaultValue Alipay alipay) {
    static final String STANDARD_SECRET = "whsec_b25seW9uY2UtZGV2ZWxvcG1lbnQtc2VjcmV0LTAwMDE=";
    static final String STRIPE_SECRET = "whsec_onlyonce_development_stripe";
    static final String API_V3_KEY = "onlyonce-development-apiv3-key-1";
    static final String MCHID = "1900000001";
    static final String APPID = "wx0000000000000001";
    static final String APP_ID = "2021000000000001";
    static final String SELLER_ID = "2088000000000001";
    static final String PUBLIC_KEY_ID = "PUB_KEY_ID_0000000000000000000001";

    /**
     * Standard Webhooks.
     *
     * @param secret {@code whsec_} and base64
     */
    public record Standard(@DefaultValue(STANDARD_SECRET) String secret) {}

    /**
     * Stripe.
     *
     * @param secret of the endpoint, {@code whsec_…}; taken as it is
     */
    public record Stripe(@DefaultValue(STRIPE_SECRET) String secret) {}

    /**
     * WeChat Pay, interface version 3.
     *
     * @param apiV3Key 32 characters
     * @param publicKey PEM; null = the one made at the start
     * @param publicKeyId what the callbacks call it
     */
    public record Wechatpay(
            @DefaultValue(API_V3_KEY) String apiV3Key,
            @DefaultValue(MCHID) String mchid,
            @DefaultValue(APPID) String appid,
            @Nullable Resource publicKey,
            @DefaultValue(PUBLIC_KEY_ID) String publicKeyId) {}

    /**
     * Alipay.
     *
     * @param publicKey Alipay's, PEM; null = the one made at the start
     */
    public record Alipay(
            @DefaultValue(APP_ID) String appId,
            @DefaultValue(SELLER_ID) String sellerId,
            @Nullable Resource publicKey) {}
}
