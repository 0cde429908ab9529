package io.onlyonce.shop.callback;

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
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;

/** Who may tell the shop of payments. */
@Configuration(proxyBeanMethods = false)
class CallbackConfiguration {
    private final TimestampWindow window = TimestampWindow.of(Clock.systemUTC());

    @Bean
    CallbackVerifier standardVerifier(CallbackProperties properties) {
        return new StandardWebhooksVerifier(List.of(properties.standard().secret()), window);
    }

    /** Events of live mode are for a shop in production, those of test mode for all others. */
    @Bean
    CallbackVerifier stripeVerifier(
            CallbackProperties properties, @Value("${shop.production:false}") boolean production) {
        return new StripeVerifier(new StripeSettings(List.of(properties.stripe().secret()), production), window);
    }

    @Bean
    CallbackVerifier wechatpayVerifier(CallbackProperties properties, DevelopmentKeys keys) {
        CallbackProperties.Wechatpay wechatpay = properties.wechatpay();
        WechatPayKey key = WechatPayKey.ofPublicKey(
                wechatpay.publicKeyId(), pem(wechatpay.publicKey(), keys.wechatpayPublicKey()));
        return new WechatPayVerifier(
                new WechatPaySettings(wechatpay.apiV3Key(), wechatpay.mchid(), wechatpay.appid(), List.of(key)),
                window);
    }

    @Bean
    CallbackVerifier alipayVerifier(CallbackProperties properties, DevelopmentKeys keys) {
        CallbackProperties.Alipay alipay = properties.alipay();
        return new AlipayVerifier(new AlipaySettings(
                alipay.appId(), alipay.sellerId(), List.of(pem(alipay.publicKey(), keys.alipayPublicKey()))));
    }

    /** The key that is set, else the one for development. */
    private static String pem(@Nullable Resource set, String otherwise) {
        try {
            return set == null ? otherwise : set.getContentAsString(StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException("The public key at " + set + " can't be read.", e);
        }
    }
}
