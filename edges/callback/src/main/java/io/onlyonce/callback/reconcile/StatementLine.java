package io.onlyonce.callback.reconcile;

import io.onlyonce.callback.Amount;
import java.time.Instant;

/**
 * A line of the statement that a provider gives. Immutable.
 *
 * @param channel the provider; printable ASCII without blanks, at most 64 characters
 * @param transactionNo the provider's number of the payment, or of the refund; printable ASCII without blanks, at most 128 characters
 * @param paymentNo the own number that the provider has with it
 * @param at when the provider has it
 */
public record StatementLine(
        String channel, String transactionNo, Direction direction, String paymentNo, Amount amount, Instant at) {
    /**
     * @throws IllegalArgumentException if channel or transaction number is not usable
     */
    public StatementLine {
        MovementId.check(channel, transactionNo);
    }

    MovementId id() {
        return new MovementId(channel, transactionNo, direction);
    }
}
