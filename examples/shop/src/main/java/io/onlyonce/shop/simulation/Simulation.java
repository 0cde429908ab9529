package io.onlyonce.shop.simulation;

import io.onlyonce.shop.callback.CallbackProperties;
import io.onlyonce.shop.callback.DevelopmentKeys;
import io.onlyonce.simulator.AlipayMerchant;
import io.onlyonce.simulator.AlipaySigner;
import io.onlyonce.simulator.CallbackDelivery;
import io.onlyonce.simulator.CallbackSigner;
import io.onlyonce.simulator.DeliverySettings;
import io.onlyonce.simulator.PaymentSimulator;
import io.onlyonce.simulator.Stage;
import io.onlyonce.simulator.StandardSigner;
import io.onlyonce.simulator.StripeSigner;
import io.onlyonce.simulator.WechatPayMerchant;
import io.onlyonce.simulator.WechatPaySigner;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** The simulated providers: one ledger for all of them, and the way to this very shop, which is known when it serves. */
@Configuration(proxyBeanMethods = false)
public class Simulation {
    /** A provider's day passes in a second. */
    private static final int FASTER_BY = 100_000;

    private static final int MOST_ATTEMPTS = 8;

    private volatile int port;

    /** Where this shop is. */
    @EventListener
    void served(WebServerInitializedEvent event) {
        if (event.getApplicationContext().getServerNamespace() == null) { // not that of a management port
            port = event.getWebServer().getPort();
        }
    }

    /** What the payment gateway's stand-in opens payments with. */
    @Bean
    PaymentSimulator paymentSimulator() {
        return new PaymentSimulator(Clock.systemUTC());
    }

    @Bean
    @ConditionalOnProperty(name = "shop.production", havingValue = "false", matchIfMissing = true)
    Providers providers(PaymentSimulator simulator, CallbackProperties properties, DevelopmentKeys keys) {
        CallbackProperties.Wechatpay wechatpay = properties.wechatpay();
        List<CallbackSigner> signers = List.of(
                new StandardSigner(StandardSigner.v1(properties.standard().secret())),
                new StripeSigner(properties.stripe().secret()),
                new WechatPaySigner(
                        new WechatPayMerchant(wechatpay.mchid(), wechatpay.appid(), wechatpay.apiV3Key()),
                        keys.wechatpayPrivateKey(),
                        wechatpay.publicKeyId()),
                new AlipaySigner(
                        new AlipayMerchant(
                                properties.alipay().appId(), properties.alipay().sellerId()),
                        keys.alipayPrivateKey()));
        return () -> new Stage(
                simulator,
                new CallbackDelivery(
                        URI.create("http://127.0.0.1:" + port),
                        signers,
                        DeliverySettings.fasterBy(FASTER_BY).atMost(MOST_ATTEMPTS)));
    }

    /** The stage for a scenario. */
    @FunctionalInterface
    public interface Providers {
        Stage stage();
    }
}
