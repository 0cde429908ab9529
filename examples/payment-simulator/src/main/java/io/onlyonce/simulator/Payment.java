package io.onlyonce.simulator;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A payment as it stood at one moment in the provider's ledger. Immutable.
 *
 * @param channel the provider
 * @param paymentNo the merchant's number
 * @param transactionId the provider's number
 * @param amount to be paid, in units of the currency (25.00 are 25 yuan)
 * @param currency upper-case ISO 4217 code
 * @param state how far it is
 * @param refunded what has gone back altogether, in the same units
 * @param openedAt when the merchant asked for it
 * @param paidAt when the money came; null before
 */
public record Payment(
        Channel channel,
        String paymentNo,
        String transactionId,
        BigDecimal amount,
        String currency,
        State state,
        BigDecimal refunded,
        Instant openedAt,
        @Nullable Instant paidAt) {
    /** How far a payment is. */
    public enum State {
        /** Waits for the buyer. */
        OPEN,
        /** An attempt has failed; the buyer may pay yet. */
        FAILED,
        /** Closed without money, for good. */
        CLOSED,
        /** Paid; a part may have been refunded. */
        PAID,
        /** Paid, and refunded in full. */
        REFUNDED
    }

    /** Whether the money has come, be it there still or not. */
    public boolean hasBeenPaid() {
        return state == State.PAID || state == State.REFUNDED;
    }

    static Payment opened(Channel channel, String paymentNo, BigDecimal amount, String currency, Instant at) {
        String transactionId = ProviderIds.transaction(channel, at);
        return new Payment(channel, paymentNo, transactionId, amount, currency, State.OPEN, BigDecimal.ZERO, at, null);
    }

    Payment in(State next) {
        return new Payment(channel, paymentNo, transactionId, amount, currency, next, refunded, openedAt, paidAt);
    }

    Payment paid(Instant at) {
        return new Payment(channel, paymentNo, transactionId, amount, currency, State.PAID, refunded, openedAt, at);
    }

    Payment refundedBy(BigDecimal part) {
        BigDecimal all = refunded.add(part);
        State next = all.compareTo(amount) == 0 ? State.REFUNDED : State.PAID;
        return new Payment(channel, paymentNo, transactionId, amount, currency, next, all, openedAt, paidAt);
    }

    Payment of(BigDecimal otherAmount, String otherCurrency) {
        return new Payment(
                channel, paymentNo, transactionId, otherAmount, otherCurrency, state, refunded, openedAt, paidAt);
    }
}
