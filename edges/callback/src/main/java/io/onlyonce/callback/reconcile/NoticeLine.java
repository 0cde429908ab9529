package io.onlyonce.callback.reconcile;

import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentBook.Noted.State;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A line of the table of notices. Immutable.
 *
 * @param channel the provider
 * @param noticeId the notice's own identity
 * @param transactionNo the provider's number of the payment, or of the refund if it tells of one; null where it told none
 * @param kind what it tells of
 * @param state what has become of it
 * @param outcome the word that was noted: of a doubtful one its {@link io.onlyonce.callback.Doubt}
 */
public record NoticeLine(
        String channel, String noticeId, @Nullable String transactionNo, NoticeKind kind, State state, String outcome) {
    /** The movement of money that it tells of; empty if it tells of none. */
    Optional<MovementId> movement() {
        if (transactionNo == null) {
            return Optional.empty();
        }
        return switch (kind) {
            case PAID -> Optional.of(new MovementId(channel, transactionNo, Direction.IN));
            case REFUNDED -> Optional.of(new MovementId(channel, transactionNo, Direction.OUT));
            case PENDING, FAILED, CLOSED, REFUND_FAILED -> Optional.empty();
        };
    }
}
