package io.onlyonce.simulator;

/**
 * The merchant whom Alipay notifies. Immutable.
 *
 * @param appId the application's number
 * @param sellerId the merchant's number, 2088…
 */
public record AlipayMerchant(String appId, String sellerId) {}
