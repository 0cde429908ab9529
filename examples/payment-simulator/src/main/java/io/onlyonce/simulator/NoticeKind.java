package io.onlyonce.simulator;

/** What a notice tells of. */
public enum NoticeKind {
    /** The buyer has the payment before him. */
    PENDING,
    /** The money has come. */
    PAID,
    /** An attempt has failed; the buyer may try again. */
    FAILED,
    /** Closed without money. */
    CLOSED,
    /** A refund, of all or a part, has gone back. */
    REFUNDED,
    /** A refund is stuck. Not the end: the same refund can still succeed. */
    REFUND_ABNORMAL,
    /** A refund has failed for good; another attempt needs another refund number. */
    REFUND_CLOSED
}
