package io.onlyonce.simulator;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * A refund, of all of a payment or a part. Immutable.
 *
 * @param refundNo the merchant's number: one refund each, however often it is asked for
 * @param refundId the provider's number. Alipay has none and takes the merchant's
 * @param paymentNo the merchant's number of the payment
 * @param amount of this refund alone, in units of the payment's currency
 * @param state how it ended
 * @param at when it was asked for first
 */
public record Refund(String refundNo, String refundId, String paymentNo, BigDecimal amount, State state, Instant at) {
    /** How a refund ended. */
    public enum State {
        /** The money has gone back. */
        SUCCEEDED(NoticeKind.REFUNDED),
        /** It is stuck, and may succeed yet. */
        ABNORMAL(NoticeKind.REFUND_ABNORMAL),
        /** It has failed for good. */
        CLOSED(NoticeKind.REFUND_CLOSED);

        private final NoticeKind kind;

        State(NoticeKind kind) {
            this.kind = kind;
        }

        /** How a notice calls it. */
        public NoticeKind kind() {
            return kind;
        }
    }

    Refund in(State next) {
        return new Refund(refundNo, refundId, paymentNo, amount, next, at);
    }
}
