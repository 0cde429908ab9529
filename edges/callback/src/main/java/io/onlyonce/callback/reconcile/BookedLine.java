package io.onlyonce.callback.reconcile;

import io.onlyonce.callback.Amount;
import java.time.Instant;

/**
 * A line of the own books, in which channel, transaction number and direction are unique together. Immutable.
 *
 * @param channel the provider; printable ASCII without blanks, at most 64 characters
 * @param transactionNo the provider's number of the payment, or of the refund; printable ASCII without blanks, at most 128 characters
 * @param paymentNo the own number that it is booked for
 * @param at when it was booked
 */
public record BookedLine(
        String channel, String transactionNo, Direction direction, String paymentNo, Amount amount, Instant at) {
    /**
     * @throws IllegalArgumentException if channel or transaction number is not usable
     */
    public BookedLine {
        MovementId.check(channel, transactionNo);
    }

    MovementId id() {
        return new MovementId(channel, transactionNo, direction);
    }
}
