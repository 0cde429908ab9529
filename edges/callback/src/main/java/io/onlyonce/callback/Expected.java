package io.onlyonce.callback;

/**
 * What was asked for under a payment's number. Immutable; it must not change while callbacks may come.
 *
 * @param orderNo what the payment is for
 * @param channel whom the buyer was sent to
 * @param amount what he was to pay
 */
public record Expected(String orderNo, String channel, Amount amount) {}
