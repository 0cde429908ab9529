package io.onlyonce.callback;

/** What a notice tells of. */
public enum NoticeKind {
    /** The buyer is paying, or will be. */
    PENDING,
    /** The money has come. */
    PAID,
    /** An attempt at paying has failed; the provider may let the buyer try again. */
    FAILED,
    /** The payment was closed without money. */
    CLOSED,
    /** Money has gone back. */
    REFUNDED,
    /** A refund did not go through, temporarily or for good. */
    REFUND_FAILED
}
