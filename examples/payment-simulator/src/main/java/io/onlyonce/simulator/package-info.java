/**
 * The other side of payment callbacks: providers with a ledger of their own, who sign notices as the real ones do and send them again until they are acknowledged.
 * Nothing here knows OnlyOnce; what passes between the two is HTTP.
 *
 * <p>{@link io.onlyonce.simulator.PaymentSimulator} is the ledger: the merchant opens a payment under his number, then the buyer pays, fails, closes, and money goes
 * back. Each operation gives a {@link io.onlyonce.simulator.Notice}, if that provider sends one. {@link io.onlyonce.simulator.CallbackDelivery} signs and sends it by
 * the provider's plan, in compressed time, and gives all attempts with what was answered. {@link io.onlyonce.simulator.Scenarios} puts the two together under a name:
 *
 * <pre>{@code
 * List<CallbackSigner> signers = List.of(
 *         new StandardSigner(StandardSigner.v1(secret)),
 *         new StripeSigner(stripeSecret),
 *         new WechatPaySigner(new WechatPayMerchant(mchid, appid, apiV3Key), wechatPayKeys.getPrivate(), "PUB_KEY_ID_1"),
 *         new AlipaySigner(new AlipayMerchant(appId, sellerId), alipayKeys.getPrivate()));
 * PaymentSimulator simulator = new PaymentSimulator(Clock.systemUTC());
 * CallbackDelivery delivery = new CallbackDelivery(
 *         URI.create("http://127.0.0.1:8080"), signers, DeliverySettings.fasterBy(3600).atMost(5));
 *
 * simulator.open(Channel.WECHATPAY, paymentNo, new BigDecimal("25.00"));
 * List<Delivery> deliveries = new Stage(simulator, delivery).play(Scenarios.named("burst"), paymentNo);
 *
 * simulator.refund(paymentNo, "R1", new BigDecimal("10.00")); // or step by step, each notice sent when and as often as a test wants
 * simulator.statement(); // what the merchant reconciles with
 * }</pre>
 */
@NullMarked
package io.onlyonce.simulator;

import org.jspecify.annotations.NullMarked;
