package io.onlyonce.callback;

/** What is wrong with a genuine notice: the signature proves who has sent it, not that it is about this payment. */
public enum Doubt {
    /** It is another merchant's, app's or seller's. */
    MERCHANT,
    /** It comes from a sandbox, or the other way round. */
    ENVIRONMENT,
    /** What stands for the amount is no amount, or there is none. */
    AMOUNT_UNREADABLE,
    /** The amount is not what was asked for. */
    AMOUNT,
    /** The currency is not the one that was asked for. */
    CURRENCY,
    /** A number that must be there is missing, or it is another channel's. */
    IDENTITY,
    /** A refund that was asked for did not go through, temporarily or for good. */
    REFUND_FAILED,
    /** The refunds would be more than the payment. */
    REFUND_EXCEEDS_PAYMENT
}
