package io.onlyonce.shop.payment;

/**
 * A visit to a channel's page.
 *
 * @param paymentNo the shop's number for this attempt to pay; the channel sends it back
 * @param channel its code
 */
record Checkout(String paymentNo, String channel) {}
