package io.onlyonce.simulator;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of the provider's statement: money that came or went. Immutable.
 *
 * @param channel the provider
 * @param transactionNo the provider's number of the payment, or of the refund
 * @param direction in = the buyer paid the merchant
 * @param paymentNo the merchant's number of the payment
 * @param refundNo the merchant's number of the refund; null for a payment
 * @param amount above zero, in units of the currency
 * @param currency upper-case ISO 4217 code
 * @param at when it moved
 */
public record Movement(
        Channel channel,
        String transactionNo,
        Direction direction,
        String paymentNo,
        @Nullable String refundNo,
        BigDecimal amount,
        String currency,
        Instant at) {
    /** Seen from the merchant. */
    public enum Direction {
        IN,
        OUT
    }
}
